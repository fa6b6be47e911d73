/** What the driver of the benchmarks uses of node. The types of it all would be another package. */
declare module 'node:child_process';
declare module 'node:fs';
declare module 'node:os';
declare module 'node:path';
declare module 'node:url';
declare module 'node:util';

declare var URL: any;

interface ImportMeta {
  readonly url: string;
}
