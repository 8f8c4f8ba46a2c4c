import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type Provider from "oidc-provider";
import type { SignInForm } from "../../domain/contract/page-context.ts";
import { say } from "../../domain/messages/index.ts";
import type { Database } from "../../server/db/database.ts";
import { AppError, errorHeaders, NotFound } from "../../server/errors.ts";
import { plainPage } from "../../server/http/content.ts";
import { deleteByGrant, deleteRecord } from "./accounts/repository/sign-in-records.ts";

/** Requests that came over a Node connection. */
export type NodeEnv = { Bindings: HttpBindings & { readonly network?: string } };
export type NodeContext = Context<NodeEnv>;

/**
 * Returns the connection of a request, on which the provider reads and writes. The provider knows one spelling of its
 * addresses, as do the cookies bound to them, so a path that only resembles one ("/%75/…") is refused. Throws NotFound.
 */
export function connectionOf(c: NodeContext): HttpBindings {
  const bindings: Partial<HttpBindings> | undefined = c.env;
  const { incoming, outgoing } = bindings ?? {};
  if (!incoming || !outgoing || incoming.url?.split("?")[0] !== c.req.path)
    throw new NotFound("nothing-here");
  return { incoming, outgoing };
}

/** A request and its response, as the provider has them. */
export type ProviderContext = Parameters<Provider["Session"]["get"]>[0];

/** A page of the provider that says what went wrong. */
export const problemPage = (heading: string, problem: string): SignInForm => ({
  heading,
  problem,
  links: [{ label: "Back to the home page", path: "/" }],
});

/** Responds with a page in the site's look. The caller sets the status; where no more pages are made, that is another one. */
export async function showPage(
  ctx: Pick<ProviderContext, "path" | "set" | "status" | "type" | "body">,
  { renderPage }: { renderPage(path: string, page: SignInForm): Promise<Response> },
  page: SignInForm,
): Promise<void> {
  ctx.set("Cache-Control", "no-store");
  ctx.type = "html";
  const rendered = await renderPage(ctx.path, page).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    ctx.status = error.status;
    ctx.set(errorHeaders(error));
    ctx.body = plainPage(say(error.problem));
  });
  if (!rendered) return;
  const policy = rendered.headers.get("content-security-policy");
  if (policy) ctx.set("content-security-policy", policy);
  ctx.body = await rendered.text();
}

/** The address to which the SDK sends the browser to sign out. */
export const LOGOUT = "/v2/logout";

export const SESSION_COOKIE = "index_session";

export interface LogoutOptions {
  readonly origin: string;
  readonly database: Database;
  /** Full addresses to which a logout may lead, besides the site's own pages. */
  readonly returnTo: readonly string[];
  renderPage(path: string, page: SignInForm): Promise<Response>;
}

type Session = Awaited<ReturnType<Provider["Session"]["get"]>>;

/**
 * GET /v2/logout with client_id and returnTo, as the SDK calls it: ends the session and everything granted under it,
 * and redirects to `returnTo`. If that is not on the list, it only says so (400). `federated` is accepted. Another
 * site's page cannot sign anybody out: whoever comes from there has to confirm it, with a form that is sent here.
 */
export async function logOut(
  provider: Provider,
  options: LogoutOptions,
  ctx: ProviderContext,
): Promise<void> {
  const { origin } = options;
  const returnTo = typeof ctx.query.returnTo === "string" ? ctx.query.returnTo : `${origin}/`;
  const target = URL.parse(returnTo);
  const isOwn = target?.origin === origin;
  if (target === null || !(isOwn || options.returnTo.includes(returnTo))) {
    ctx.status = 400;
    return showPage(
      ctx,
      options,
      didNotWork("The address to return to after signing out is not on the list."),
    );
  }
  const session = await provider.Session.get(ctx);
  if (session.accountId && ctx.method === "POST" && !isFromHere(ctx, origin)) {
    ctx.status = 403;
    return showPage(ctx, options, didNotWork("This form was sent from another site."));
  }
  if (session.accountId && !isFromHere(ctx, origin) && !(await isHinted(provider, ctx, session))) {
    ctx.status = 200;
    return showPage(ctx, options, question(returnTo));
  }
  await end(options, ctx, session);
  if (ctx.method === "POST" && !isOwn) {
    // The page's policy allows a form to lead only to the site itself.
    ctx.status = 200;
    return showPage(ctx, options, {
      heading: "You are signed out",
      links: [{ label: `Go on to ${target.host}`, path: target.href, prominent: true }],
    });
  }
  ctx.set("Cache-Control", "no-store");
  ctx.redirect(target.href);
  ctx.status = ctx.method === "POST" ? 303 : 302;
}

async function end({ database }: LogoutOptions, ctx: ProviderContext, session: Session): Promise<void> {
  for (const { grantId } of Object.values(session.authorizations ?? {})) {
    if (!grantId) continue;
    await deleteByGrant(database, grantId);
    await deleteRecord(database, "Grant", grantId);
  }
  if (session.accountId) await session.destroy();
  for (const name of [SESSION_COOKIE, `${SESSION_COOKIE}.sig`])
    ctx.cookies.set(name, null, { path: "/", httpOnly: true, signed: false });
}

/**
 * Whether a page of ours, or the person directly, sent the browser here, and not as a picture in a text. A request that
 * does not say where it comes from, by Sec-Fetch-Site, Origin or Referer, counts as sent by another site.
 */
function isFromHere(ctx: ProviderContext, origin: string): boolean {
  const [site, use] = [ctx.get("sec-fetch-site"), ctx.get("sec-fetch-dest")];
  if (use !== "" && use !== "document") return false;
  if (site !== "") return ["same-origin", "same-site", "none"].includes(site);
  const from = ctx.get("origin") || ctx.get("referer");
  return URL.parse(from)?.origin === origin;
}

/** Whether the request has an ID token of this very person, which no other site has. It may have expired. */
async function isHinted(provider: Provider, ctx: ProviderContext, { accountId }: Session): Promise<boolean> {
  const { id_token_hint: hint, client_id: clientId } = ctx.query;
  if (typeof hint !== "string" || typeof clientId !== "string") return false;
  const client = await provider.Client.find(clientId);
  if (!client) return false;
  const claims = await provider.IdToken.validate(hint, client).catch(() => null);
  return claims?.payload.sub === accountId;
}

const didNotWork = (message: string): SignInForm => problemPage("Signing out did not work", message);

const question = (returnTo: string): SignInForm => ({
  heading: "Do you want to sign out?",
  text: "Another site sent you here.",
  form: {
    action: `${LOGOUT}?${new URLSearchParams({ returnTo })}`,
    fields: [],
    button: "Sign out",
  },
  links: [{ label: "Stay signed in", path: "/" }],
});
