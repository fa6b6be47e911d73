/** Types of what is there without an import: the global `lo` and its raw bindings. */

/** A way of waiting: what a Loop asks of it. Results are >= 0, or -errno. */
interface Backend {
  /** As --loop and `lo --version` spell it. */
  readonly name: string;
  /** The system calls that wait, and that change what is waited for, for error messages. */
  readonly waitCall: string;
  readonly changeCall: string;
  /** What check() and block() collected: [fd, generation, events] for each. */
  readonly ready: Int32Array;
  add(fd: number, events: number, generation: number): number;
  modify(fd: number, events: number, generation: number): number;
  remove(fd: number): number;
  /** How many are ready now. */
  check(): number;
  /** Waits for `timeout` nanoseconds until some are ready; for ever if it is below 0. */
  block(timeout: number): number;
  close(): void;
}

interface Lo {
  /** The command line: 0 the binary, 1 the script, then its arguments. */
  readonly args: string[];
  readonly version: { lo: string, v8: string };
  /** When the process started, by hrtime(). */
  readonly start: number;
  /** Nanoseconds of a monotonic clock. */
  hrtime(): number;
  /** Throws an `ErrorType` unless `condition` holds; returns it. */
  assert<T>(condition: T, message?: string | ((condition: T) => string),
    ErrorType?: ErrorConstructor): T;
  readonly core: any;
  /** A raw binding: the system's functions, with results as the kernel gives them. */
  load(name: string): any;
  /** The namespace of an embedded library, loaded at once. */
  library(name: string): any;
  /** The loop that timers and immediates are set on. */
  loop: import('./loop.js').Loop;
  /** Has the runtime call `driver`, from outside of any promise job, once the main module is done. */
  run(driver: () => void): void;
  exit(code?: number): never;
  /** The status at the normal end. */
  exitCode: number;
  /** How many calls of a binding's function took the slow path. */
  slowCalls(fn: Function): number;
  /** Does with `error` what is done with one that nobody caught. */
  reportUncaught(error: unknown): void;
  onUncaughtException: ((error: unknown) => void) | null;
  onBeforeExit: (() => void) | null;
  onWarning: ((warning: Error) => void) | null;
}

declare var lo: Lo;

declare var console: any;
declare var performance: any;
declare function gc(options?: object): void;
declare function structuredClone<T>(value: T, options?: { transfer?: Iterable<ArrayBuffer> }): T;
declare const TextEncoder: typeof import('./encoding.js').TextEncoder;
declare const TextDecoder: typeof import('./encoding.js').TextDecoder;
declare const AbortController: typeof import('./abort.js').AbortController;
declare const AbortSignal: typeof import('./abort.js').AbortSignal;
type AbortController = import('./abort.js').AbortController;
type AbortSignal = import('./abort.js').AbortSignal;
declare function queueMicrotask(callback: () => void): void;
declare function setTimeout(callback: Function, delay?: number, ...rest: any[]): any;
declare function setInterval(callback: Function, delay?: number, ...rest: any[]): any;
declare function setImmediate(callback: Function, ...rest: any[]): any;
declare function clearTimeout(timer?: any): void;
declare function clearInterval(timer?: any): void;
declare function clearImmediate(immediate?: any): void;

interface ErrorConstructor {
  /** V8's: writes the stack of where it is called, without the frames above `skip`. */
  captureStackTrace(target: object, skip?: Function): void;
}
