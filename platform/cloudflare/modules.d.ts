// What the Worker uses of modules that are only there when it runs. Written out, because the types of Cloudflare as a
// whole claim the global names of the web platform that Node and the browser have as well.

declare module "cloudflare:workers" {
  /** Keeps the request under way alive until the work is done. */
  export function waitUntil(work: Promise<unknown>): void;
}

declare module "cloudflare:node" {
  /** Has the node:http server that listens on that port answer a request. */
  export function handleAsNodeRequest(port: number, request: Request): Promise<Response>;
}

/** The built pages, a module of their own beside the Worker's. */
declare module "#pages" {
  import type { createPages } from "../pages.ts";

  const build: Parameters<typeof createPages>[0];
  export = build;
}

declare module "*.wasm" {
  const compiled: WebAssembly.Module;
  export default compiled;
}
