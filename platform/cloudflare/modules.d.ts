// What the Worker uses of modules that exist only at run time. Declared here, because Cloudflare's own types as a whole
// redeclare the web platform's globals, which Node and the browser have too.

declare module "cloudflare:workers" {
  /** Keeps the current request alive until the work is done. */
  export function waitUntil(work: Promise<unknown>): void;
}

declare module "cloudflare:node" {
  /** Lets the node:http server that listens on this port answer a request. */
  export function handleAsNodeRequest(port: number, request: Request): Promise<Response>;
}

/** The built pages, a separate module next to the Worker's. */
declare module "#pages" {
  import type { createPages } from "../shared/pages.ts";

  const build: Parameters<typeof createPages>[0];
  export = build;
}

/** The name of the newest migration when the Worker was bundled. */
declare const NEWEST_MIGRATION: string;

/** What the migrations made when the Worker was bundled: `SchemaObjects`. */
declare const SCHEMA: Readonly<Record<string, { readonly table: string; readonly sql: string }>>;

declare module "*.wasm" {
  const compiled: WebAssembly.Module;
  export default compiled;
}
