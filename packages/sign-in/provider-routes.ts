import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Hono } from "hono";
import type Provider from "oidc-provider";
import type { SignInForm } from "../../domain/contract/page-context.ts";
import { AppError, describeError } from "../../server/errors.ts";
import { hasHungUp, signInHeaders } from "../../server/http/head.ts";
import { PROVIDER_PATHS, setForwardedHeaders } from "./provider.ts";
import { connectionOf, type NodeContext, type NodeEnv, problemPage } from "./provider-pages.ts";

export interface ProviderRoutesOptions {
  readonly origin: string;
  readonly provider: Provider;
  /** Runs what answers a request, so that what it stores counts against the client. */
  asClient<Answer>(c: NodeContext, answer: () => Promise<Answer>): Promise<Answer>;
  renderPage(path: string, page: SignInForm): Promise<Response>;
}

/** In characters. The SDK's queries have about 500; what they ask for is stored while a login is in progress. */
const LONGEST_QUERY = 4 * 1024;

/** The provider's own addresses: it reads from the connection and writes to it. */
export function providerRoutes({
  origin,
  provider,
  asClient,
  renderPage,
}: ProviderRoutesOptions): Hono<NodeEnv> {
  const app = new Hono<NodeEnv>();
  const answer = provider.callback();
  for (const path of PROVIDER_PATHS) {
    app.all(path, async (c) => {
      const { incoming, outgoing } = connectionOf(c);
      const query = (incoming.url ?? "").slice(c.req.path.length + 1);
      if (query.length > LONGEST_QUERY) throw new AppError(414, "sign-in-address-too-long");
      setForwardedHeaders(origin, incoming);
      for (const [name, value] of signInHeaders(origin)) outgoing.setHeader(name, value);
      // The provider would take a body that was cut off for one that somebody else has read, and warn of it.
      await asClient(c, async () => hasHungUp(incoming) || answer(incoming, outgoing));
      return RESPONSE_ALREADY_SENT;
    });
  }
  app.onError(async (error, c) => {
    const { message, status, unexpected } = describeError(error);
    if (unexpected) console.error(`${c.req.method} ${c.req.path}:`, error);
    const page = await renderPage(c.req.path, problemPage("That did not work", message));
    const headers = new Headers(page.headers);
    headers.set("Cache-Control", "no-store");
    return new Response(page.body, { status, headers });
  });
  return app;
}
