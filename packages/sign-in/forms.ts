import type { Hono } from "hono";
import { pages, SIGN_IN_PATHS } from "../../domain/contract/routes.ts";
import { AppError, describeError, errorHeaders, NotFound } from "../../server/errors.ts";
import { plainPage } from "../../server/http/content.ts";
import { hasHungUp } from "../../server/http/head.ts";
import { type FormPages, type FormsOptions, formPages, TO_LOGIN } from "./form-pages.ts";
import { askResetForm, linkForms } from "./link-forms.ts";
import { brokerRoutes, loginForms } from "./login-forms.ts";
import { isSignedIn } from "./provider.ts";
import type { NodeEnv } from "./provider-pages.ts";
import { signUpForms } from "./sign-up-forms.ts";

/** Login, sign-up, invitation and reset: pages in the site's look whose forms work without JavaScript. */
export function signInFormRoutes(options: FormsOptions): Hono<NodeEnv> {
  const forms = formPages(options);
  loginForms(forms);
  signUpForms(forms);
  brokerRoutes(forms);
  askResetForm(forms);
  linkForms(forms);
  refuseAllElse(forms);
  return forms.app;
}

function refuseAllElse({ app, provider, show }: FormPages): void {
  // No other address of the sign-in takes a form. What all others answer is not its business.
  const others = SIGN_IN_PATHS.flatMap((begin) => [begin, `${begin}/*`]);
  app.on(["POST", "PUT", "PATCH", "DELETE"], others, () => {
    throw new NotFound("nothing-here");
  });

  app.onError(async (error, c) => {
    if (hasHungUp(c.env?.incoming)) return c.body(null, 400);
    // Thrown by the provider if the cookie of a login in progress is missing or old.
    const isOver = error.name === "SessionNotFound";
    const { message, status, unexpected } = describeError(error);
    // Who goes back after signing in has nothing left to do here.
    if (isOver && c.req.method === "GET" && (await isSignedIn(provider, c)))
      return c.redirect(pages.home(), 303);
    if (isOver)
      return show(
        c,
        {
          heading: "This login page has ended",
          text: "It was open too long, was already finished, or your browser blocks cookies.",
          links: [{ ...TO_LOGIN, label: "Sign in again" }],
        },
        400,
      );
    if (unexpected) console.error(`${c.req.method} ${c.req.path}:`, error);
    // No more pages are made at the moment.
    if (error instanceof AppError && error.problem.code === "too-many-readers")
      return c.html(plainPage(message), error.status, {
        ...errorHeaders(error),
        "Cache-Control": "no-store",
      });
    return show(c, { heading: "That did not work", problem: message, links: [TO_LOGIN] }, status);
  });
}
