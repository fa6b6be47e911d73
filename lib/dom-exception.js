/** DOMException (https://webidl.spec.whatwg.org/#idl-DOMException). */

import { defineInterface } from './webidl.js';

/** The names that have a code, with the constant of that code. */
const legacy = /** @type {[number, string, string?][]} */ ([
  [1, 'INDEX_SIZE_ERR', 'IndexSizeError'],
  [2, 'DOMSTRING_SIZE_ERR'],
  [3, 'HIERARCHY_REQUEST_ERR', 'HierarchyRequestError'],
  [4, 'WRONG_DOCUMENT_ERR', 'WrongDocumentError'],
  [5, 'INVALID_CHARACTER_ERR', 'InvalidCharacterError'],
  [6, 'NO_DATA_ALLOWED_ERR'],
  [7, 'NO_MODIFICATION_ALLOWED_ERR', 'NoModificationAllowedError'],
  [8, 'NOT_FOUND_ERR', 'NotFoundError'],
  [9, 'NOT_SUPPORTED_ERR', 'NotSupportedError'],
  [10, 'INUSE_ATTRIBUTE_ERR', 'InUseAttributeError'],
  [11, 'INVALID_STATE_ERR', 'InvalidStateError'],
  [12, 'SYNTAX_ERR', 'SyntaxError'],
  [13, 'INVALID_MODIFICATION_ERR', 'InvalidModificationError'],
  [14, 'NAMESPACE_ERR', 'NamespaceError'],
  [15, 'INVALID_ACCESS_ERR', 'InvalidAccessError'],
  [16, 'VALIDATION_ERR'],
  [17, 'TYPE_MISMATCH_ERR', 'TypeMismatchError'],
  [18, 'SECURITY_ERR', 'SecurityError'],
  [19, 'NETWORK_ERR', 'NetworkError'],
  [20, 'ABORT_ERR', 'AbortError'],
  [21, 'URL_MISMATCH_ERR', 'URLMismatchError'],
  [22, 'QUOTA_EXCEEDED_ERR', 'QuotaExceededError'],
  [23, 'TIMEOUT_ERR', 'TimeoutError'],
  [24, 'INVALID_NODE_TYPE_ERR', 'InvalidNodeTypeError'],
  [25, 'DATA_CLONE_ERR', 'DataCloneError'],
]);

const codes = new Map(legacy.map(([code, , name]) => [name, code]));

/** An error of a Web API, told from others by its name. */
export class DOMException extends Error {
  #message;
  #name;

  /**
   * @param {string} [message]
   * @param {string | { name?: string, cause?: unknown }} [options] the error's name; the object
   *     is node's addition
   */
  constructor(message = '', options = 'Error') {
    const named = typeof options === 'object' && options !== null;
    const text = `${message}`;
    // Takes the cause; and the message, since later V8s put only a message of the error's own into
    // the first line of the stack.
    super(text, named ? options : undefined);
    this.#message = text;
    this.#name = `${named ? options.name ?? 'Error' : options}`;
  }

  get name() {
    return this.#name;
  }

  get message() {
    return this.#message;
  }

  /** The name's number in old interfaces; 0 for names that came later. */
  get code() {
    return codes.get(this.#name) ?? 0;
  }
}

defineInterface(
  DOMException,
  Object.fromEntries(legacy.map(([code, constant]) => [constant, code])),
);
