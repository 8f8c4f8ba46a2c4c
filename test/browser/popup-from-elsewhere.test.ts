import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { expect } from "@playwright/test";
import { api } from "../../domain/contract/routes.ts";
import { fillIn, test } from "./people.ts";

/** The SDK's own browser build, for a page without a bundler. */
const SDK = readFileSync(
  createRequire(import.meta.url).resolve("@auth0/auth0-spa-js/dist/auth0-spa-js.production.js"),
);

/** A page on another host, which the site's settings allow (playwright.config.ts). */
const ELSEWHERE = new URL(process.env.BROWSER_TEST_ELSEWHERE ?? "");

const page = (
  options: object,
): string => `<!doctype html><title>Elsewhere</title><script src="/sdk.js"></script>
<button>Sign in</button><button>Sign in on this page</button><output></output>
<script>
  const client = new auth0.Auth0Client(${JSON.stringify(options)});
  const said = document.querySelector("output");
  const [popup, whole] = document.querySelectorAll("button");
  whole.onclick = () => client.loginWithRedirect();
  if (location.search.includes("code="))
    client.handleRedirectCallback().then(() => client.getUser()).then(({ email }) => { said.textContent = email; });
  popup.onclick = () =>
    client.loginWithPopup().then(client.getUser.bind(client))
      .then(({ email }) => { said.textContent = email; }, ({ message }) => { said.textContent = "failed: " + message; });
</script>`;

/** Serves that page under an opener policy until the test is over. */
async function serve(policy: string, options: object): Promise<AsyncDisposable> {
  const server = createServer((request, response) => {
    const isSdk = request.url === "/sdk.js";
    response.setHeader("Content-Type", isSdk ? "text/javascript" : "text/html");
    response.setHeader("Cross-Origin-Opener-Policy", policy);
    response.end(isSdk ? SDK : page(options));
  }).listen(Number(ELSEWHERE.port), ELSEWHERE.hostname);
  await once(server, "listening");
  return {
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

// One at a time, because they share the page's address.
test.describe
  .serial("the SDK on a page of another host", () => {
    for (const policy of ["unsafe-none", "same-origin-allow-popups"])
      test(`signs in by popup when that page's opener policy is ${policy}`, async ({
        page: client,
        request,
        member,
      }) => {
        const { domain, clientId, audience } = await (await request.get(api.config())).json();
        const authorizationParams = {
          ...{ audience, scope: "openid profile email offline_access" },
          redirect_uri: `${ELSEWHERE.origin}/login-redirect`,
        };
        await using _ = await serve(policy, { domain, clientId, authorizationParams });
        await client.goto(ELSEWHERE.href);
        const opened = client.waitForEvent("popup");
        await client.getByRole("button", { name: "Sign in", exact: true }).click();
        const popup = await opened;
        await fillIn(popup, member);
        await expect(client.locator("output")).toHaveText(member.email);
        await expect.poll(() => popup.isClosed()).toBe(true);
      });

    test("signs in on a page of its own, whose form leads back to that host", async ({
      page: client,
      request,
      member,
    }) => {
      const { domain, clientId, audience } = await (await request.get(api.config())).json();
      const authorizationParams = {
        ...{ audience, scope: "openid profile email offline_access" },
        redirect_uri: `${ELSEWHERE.origin}/login-redirect`,
      };
      await using _ = await serve("unsafe-none", { domain, clientId, authorizationParams });
      await client.goto(ELSEWHERE.href);
      await client.getByRole("button", { name: "Sign in on this page" }).click();
      await fillIn(client, member);
      await expect(client.locator("output")).toHaveText(member.email);
    });
  });
