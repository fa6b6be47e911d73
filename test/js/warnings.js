/** Calls `fn`, and resolves to the warnings that came of it. */
export async function warningsOf(fn) {
  const warnings = [];
  const add = (warning) => warnings.push(warning);
  if (globalThis.lo) {
    lo.onWarning = add;
  } else {
    process.removeAllListeners('warning'); // node prints them otherwise
    process.on('warning', add);
  }
  fn();
  await new Promise((resolve) => setTimeout(resolve, 1));
  return warnings;
}
