import type Provider from "oidc-provider";
import type { SignInForm } from "../../domain/contract/page-context.ts";

/** A request and its response, as the provider has them. */
export type ProviderContext = Parameters<Provider["Session"]["get"]>[0];

/** A page of the provider that says what went wrong. */
export const problemPage = (heading: string, problem: string): SignInForm => ({
  heading,
  problem,
  links: [{ label: "Back to the home page", path: "/" }],
});

/** Responds with a page in the site's look. The caller sets the status. */
export async function showPage(
  ctx: Pick<ProviderContext, "path" | "set" | "type" | "body">,
  { renderPage }: { renderPage(path: string, page: SignInForm): Promise<Response> },
  page: SignInForm,
): Promise<void> {
  const rendered = await renderPage(ctx.path, page);
  const policy = rendered.headers.get("content-security-policy");
  if (policy) ctx.set("content-security-policy", policy);
  ctx.set("Cache-Control", "no-store");
  ctx.type = "html";
  ctx.body = await rendered.text();
}
