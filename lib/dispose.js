/**
 * Symbol.dispose and Symbol.asyncDispose, where V8 does not have them yet, as node adds them: so
 * that what is disposable can be told, by whatever name a transpiler calls it.
 */
for (const name of ['dispose', 'asyncDispose']) {
  if (!Object.hasOwn(Symbol, name)) {
    Object.defineProperty(Symbol, name, { value: Symbol(`nodejs.${name}`) });
  }
}
