/**
 * The value of a command-line option.
 * @param {string} text
 * @param {string} name the option's
 */
export function positiveInteger(text, name) {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new RangeError(`--${name} must be a whole number from 1 on, not ${text}`);
}
