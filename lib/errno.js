/**
 * The names and messages of error numbers, as libuv (and so node) words them.
 *
 * The operating system supplies both; the table has only what libuv says differently from glibc.
 */

const errno = lo.load('errno');

/** @type {Record<string, string>} */
const MESSAGES = {
  EADDRNOTAVAIL: 'address not available',
  EAFNOSUPPORT: 'address family not supported',
  EALREADY: 'connection already in progress',
  EBUSY: 'resource busy or locked',
  EEXIST: 'file already exists',
  EFAULT: 'bad address in system call argument',
  EHOSTUNREACH: 'host is unreachable',
  EILSEQ: 'illegal byte sequence',
  EIO: 'i/o error',
  EISCONN: 'socket is already connected',
  EISDIR: 'illegal operation on a directory',
  ELOOP: 'too many symbolic links encountered',
  ENAMETOOLONG: 'name too long',
  ENFILE: 'file table overflow',
  ENOMEM: 'not enough memory',
  ENOTCONN: 'socket is not connected',
  ENOTSUP: 'operation not supported on socket',
  ERANGE: 'result too large',
  ESPIPE: 'invalid seek',
  ETXTBSY: 'text file is busy',
  EXDEV: 'cross-device link not permitted',
};

/**
 * The name of an error.
 *
 * @param {number} number an error number, of either sign
 * @returns {string} 'ENOENT', for example, or 'Unknown system error -N'
 */
export function errnoName(number) {
  const positive = Math.abs(number);
  const name = errno.name(positive);
  if (name === undefined) return `Unknown system error -${positive}`;
  // Linux has one number for both; glibc knows it by the other name.
  return name === 'EOPNOTSUPP' ? 'ENOTSUP' : name;
}

/**
 * What an error means, in a few words.
 *
 * @param {number} number an error number, of either sign
 * @returns {string} 'no such file or directory', for example
 */
export function errnoMessage(number) {
  const name = errnoName(number);
  return MESSAGES[name] ?? lowerFirst(errno.message(Math.abs(number))) ?? name;
}

/** Lets acronyms be: 'RPC struct is bad'. @param {string | undefined} text */
function lowerFirst(text) {
  return text?.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase());
}
