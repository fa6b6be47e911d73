/** What the benchmarks touch of the runtimes that they compare lo with. */
declare var Bun: any;
declare var Deno: any;
declare var process: any;

declare module 'node:process' {
  const process: any;
  export default process;
}
