import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type GameAnswer, NO_SUCH_CODE } from "./answers.ts";

/** Stands in for the game's server on the loopback; `control.ts` has its clients. */
export interface GameServer {
  readonly origin: string;
  stop(): Promise<void>;
}

/** What one client, a file of tests for example, has it answer, and how often each code was asked for. */
interface Space {
  readonly answers: Map<string, GameAnswer>;
  readonly asked: Map<string, number>;
}

/** Sends an answer, its faults included. */
async function send(answer: GameAnswer, response: ServerResponse): Promise<void> {
  const { status = 200, headers = {}, body = "", base64, bytes = 0, ends = "whole", after = 0 } = answer;
  if (ends === "silent") return;
  await sleep(after);
  response.writeHead(status, { "Content-Type": "application/json; charset=utf-8", ...headers });
  const sent = base64 === undefined ? body + " ".repeat(bytes) : Buffer.from(base64, "base64");
  if (ends === "whole") return void response.end(sent);
  response.write(sent.slice(0, Math.ceil(sent.length / 2)));
  // Once that is on its way.
  if (ends === "cut") setImmediate(() => response.destroy());
}

/**
 * Starts it. What it answers is set over HTTP, so that tests in workerd and in processes of their own can do so. A code that
 * was given no answer has no challenge.
 * @param port 0: any that is free
 */
export async function startGameServer(port = 0): Promise<GameServer> {
  const spaces = new Map<string, Space>();
  const server: Server = createServer(async (request, response) => {
    const [, name = "", place, code = ""] = (request.url ?? "").split("/");
    const { answers, asked } = spaces.get(name) ?? { answers: new Map(), asked: new Map() };
    spaces.set(name, { answers, asked });
    if (place === "challenge") {
      asked.set(code, (asked.get(code) ?? 0) + 1);
      return send(answers.get(code) ?? answers.get("*") ?? NO_SUCH_CODE, response);
    }
    if (request.method === "PUT")
      answers.set(code, JSON.parse(Buffer.concat(await request.toArray()).toString()));
    if (request.method === "DELETE") answers.clear();
    response.end(String(asked.get(code) ?? 0));
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
