import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from "node:net";
import { text } from "node:stream/consumers";

/** Starts a receiver of webhooks that works or fails as its mode says. */
export async function startFaulty() {
  const received: string[] = [];
  const state = { mode: "well" as "well" | "refuses" | "slow" | "silent" | "cuts", refused: 0 };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (state.mode === "well") received.push(body);
    else state.refused += 1;
    if (state.mode === "silent") return;
    if (state.mode === "cuts") return void response.destroy();
    if (state.mode === "slow") setTimeout(() => response.writeHead(500).end(), 4_000);
    else response.writeHead(state.mode === "well" ? 204 : 500).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    state,
    /** How many of the messages that it received name a completion. */
    timesOf: (filekey: string): number => received.filter((body) => body.includes(filekey)).length,
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** How a service fails: it is as always; each of its answers takes two seconds more; it says nothing; it hangs up. */
export type Fault = "well" | "slow" | "silent" | "dead";

/** Starts a wire to a service on this machine, by which what it says is late, never arrives, or is cut. */
export async function startWire(port: number) {
  const state = { fault: "well" as Fault };
  const open = new Set<Socket>();
  const server = createTcpServer((near) => {
    open.add(near);
    near.on("error", () => undefined).on("close", () => open.delete(near));
    if (state.fault === "dead") return void near.destroy();
    if (state.fault === "silent") return void near.resume();
    const far = connect(port, "127.0.0.1");
    near.on("close", () => far.destroy());
    near.pipe(far);
    const late = state.fault === "slow" ? 2_000 : 0;
    far.on("error", () => near.destroy());
    far.on("data", (chunk) => setTimeout(() => near.write(chunk), late));
    far.on("end", () => setTimeout(() => near.end(), late));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    /** What is open already is cut, so that it does not go on as before. */
    set(fault: Fault): void {
      state.fault = fault;
      for (const socket of open) socket.destroy();
    },
    close(): void {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
