import type Provider from "oidc-provider";
import type { SignInForm } from "../../domain/contract/page-context.ts";
import { say } from "../../domain/messages/index.ts";
import { AppError, errorHeaders } from "../../server/errors.ts";
import { plainPage } from "../../server/http/content.ts";

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
