// The parts of workerd that the tests use. They are declared here because Cloudflare's own types redefine globals of
// the web platform that Node and the browser have as well.

declare module "cloudflare:workers" {
  import type { D1Migration } from "cloudflare:test";
  import type { D1Database, R2Bucket } from "@cloudflare/workers-types";

  export const env: { DB: D1Database; MEDIA: R2Bucket; MIGRATIONS: D1Migration[] };
}

declare module "cloudflare:test" {
  import type { D1Database } from "@cloudflare/workers-types";

  export interface D1Migration {
    name: string;
    queries: string[];
  }

  export function applyD1Migrations(database: D1Database, migrations: D1Migration[]): Promise<void>;
  /** Deletes everything in every binding. */
  export function reset(): Promise<void>;
}
