// Stands in for the built pages in tests of the threads: each page returns its path; some do what no page should.

import { setTimeout } from "node:timers/promises";
import { createContext } from "react-router";
import type { Rendering } from "../../app/ui/context.ts";
import type { PageContext } from "../../site/page-context.ts";

const nothing = { default: () => null };

export const entry = {
  module: {
    pageContext: createContext<PageContext>(),
    renderingContext: createContext<Rendering>(),
    default(request: Request, status: number, headers: Headers): Response {
      const { pathname, searchParams } = new URL(request.url);
      if (searchParams.get("q") === "for ever") for (;;);
      if (searchParams.get("q") === "out") process.exit(1);
      if (searchParams.get("q") === "known") return new Response(request.headers.get("If-None-Match"));
      for (const end = Date.now() + 20; searchParams.get("q") === "busy" && Date.now() < end; );
      const manner = /^(long|slow|broken)$/.exec(searchParams.get("q") ?? "")?.[0];
      if (!manner) return new Response(pathname, { status, headers });
      let pieces = 0;
      const body = new ReadableStream<Uint8Array>({
        async pull(controller) {
          if (manner === "slow") await setTimeout(2);
          if (manner === "broken" && pieces === 6) process.exit(1);
          pieces += 1;
          controller.enqueue(new Uint8Array(100_000).fill(pieces));
          if (pieces === 30) controller.close();
        },
      });
      return new Response(body, { status, headers });
    },
  },
};

export const routes = {
  root: { id: "root", path: "", module: nothing },
  every: { id: "every", parentId: "root", path: "*", module: nothing },
};

export const assets = { entry: { imports: [], module: "" }, routes: {}, url: "", version: "" };
export const basename = "/";
export const future = {};
export const isSpaMode = false;
export const prerender = [];
export const publicPath = "/";
export const routeDiscovery = { mode: "initial" };
export const ssr = true;
