import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { json } from "node:stream/consumers";
import { MIGRATIONS, migrate } from "../../platform/node/migrate.ts";

const ACCOUNT = "0123456789abcdef0123456789abcdef";
const ID = "01234567-89ab-cdef-0123-456789abcdef";
const TOKEN = "the-secret-token-of-a-test";

/** D1's documented limits. */
const MOST_PARAMS = 100;
const LONGEST_SQL = 100_000;
const LARGEST_VALUE = 2_000_000;

/** How a request fails: with a status or a dropped connection, before or after its work is done. */
export type Failure = { readonly status: number | "drop"; readonly when: "before" | "after" };

/**
 * A stand-in for Cloudflare's HTTP API of one D1 database, written from its documentation ("Query D1 Database") on top
 * of this process's SQLite. It was never compared with the real one.
 */
export interface D1Api {
  /** The client's `api`. */
  readonly address: string;
  readonly place: { readonly account: string; readonly id: string };
  readonly token: string;
  readonly sqlite: DatabaseSync;
  /** The number of requests received. */
  readonly asked: () => number;
  fail(...failures: readonly Failure[]): void;
  close(): Promise<void>;
}

interface Asked {
  readonly batch: readonly { readonly sql: string; readonly params: readonly SQLInputValue[] }[];
}

export async function startD1Api(): Promise<D1Api> {
  const sqlite = new DatabaseSync(":memory:", { enableForeignKeyConstraints: true });
  migrate(sqlite, MIGRATIONS);
  const failures: Failure[] = [];
  let asked = 0;

  function work({ batch }: Asked): unknown[] {
    sqlite.exec("begin immediate");
    try {
      const results = batch.map(({ sql, params }) => {
        if (params.length > MOST_PARAMS) throw new Error("too many SQL variables");
        if (sql.length > LONGEST_SQL) throw new Error("statement too long");
        if (params.some((value) => typeof value === "string" && Buffer.byteLength(value) > LARGEST_VALUE))
          throw new Error("string or blob too big");
        const results = sqlite.prepare(sql).all(...params);
        return { results, success: true, meta: { rows_read: results.length, served_by: "a test" } };
      });
      sqlite.exec("commit");
      return results;
    } catch (error) {
      sqlite.exec("rollback");
      throw error;
    }
  }

  const send = (response: ServerResponse, status: number, result: unknown, message?: string): void => {
    const errors = message === undefined ? [] : [{ code: 7500, message }];
    response.writeHead(status, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ result, success: message === undefined, errors, messages: [] }));
  };

  const server = createServer(async (request, response) => {
    asked += 1;
    const body = (await json(request)) as Asked;
    const failure = failures.shift();
    if (failure?.when === "before") return failWith(response, failure);
    if (request.headers.authorization !== `Bearer ${TOKEN}`)
      return send(response, 401, null, "Authentication error");
    if (request.url !== `/client/v4/accounts/${ACCOUNT}/d1/database/${ID}/query` || request.method !== "POST")
      return send(response, 404, null, "The database could not be found");
    try {
      const result = work(body);
      if (failure) return failWith(response, failure);
      send(response, 200, result);
    } catch (error) {
      send(response, 400, null, `${error instanceof Error ? error.message : error}: SQLITE_ERROR`);
    }
  });

  function failWith(response: ServerResponse, { status }: Failure): void {
    if (status === "drop") response.destroy();
    else response.writeHead(status, { "Content-Type": "text/html" }).end("<h1>An error of the edge</h1>");
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/client/v4`,
    place: { account: ACCOUNT, id: ID },
    token: TOKEN,
    sqlite,
    asked: () => asked,
    fail: (...more) => void failures.push(...more),
    async close() {
      server.close();
      server.closeAllConnections();
      sqlite.close();
    },
  };
}
