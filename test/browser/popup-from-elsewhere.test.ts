import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import axe from "axe-core";
import { api, pages } from "../../domain/contract/routes.ts";
import { FORMS } from "../forms.ts";
import { endAll, run } from "../node/processes.ts";
import { Visitor } from "../node/visitor.ts";
import { expectRegistered, fillInTexts, giveLink, send } from "./completions.ts";
import { fillIn, newPerson, test } from "./people.ts";

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
      test(`signs in by popup when that page's opener policy is ${policy}`, { tag: "@long" }, async ({
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

    test("this site, with its accounts there, asks for a name after the first submission, and helpers read it", {
      tag: "@long",
    }, async ({ page: client, baseURL, request, helper }) => {
      // The site under test stands for the tenant elsewhere, which cannot be here.
      const { clientId, audience, rolesClaim } = await (await request.get(api.config())).json();
      const data = mkdtempSync(join(tmpdir(), "btd6-index-"));
      const site = run("main.ts", [], {
        ...{ PORT: ELSEWHERE.port, SITE_ORIGIN: ELSEWHERE.origin, DATA_DIR: data, SAMPLE_DATA: "off" },
        ...{ AUTH_MODE: "external", AUTH_DOMAIN: baseURL ?? "", AUTH_CLIENT_ID: clientId },
        ...{ AUTH_AUDIENCE: audience, AUTH_ROLES_CLAIM: rolesClaim },
        ...{ ANSWER_THREADS: "0", CACHE_STALE_SECONDS: "0" },
      });
      try {
        await site.says("serving on");
        const player = await newPerson(baseURL ?? "");
        await client.goto(ELSEWHERE.origin + pages.addForm("lcc"));
        await fillIn(client, player);
        await expect(client).toHaveURL(ELSEWHERE.origin + pages.addForm("lcc"));
        await fillInTexts(client, "lcc", { ...FORMS.lcc, person: "Hypatia of Alexandria" });
        await giveLink(client);
        await send(client, "LCC");
        await expectRegistered(client, "LCC");
        await client.getByRole("link", { name: "Choose a name" }).click();
        const name = client.getByLabel("Name", { exact: true });
        const save = client.getByRole("button", { name: "Save name" });
        await name.fill("Helper");
        await save.click();
        await expect(client.getByRole("alert")).toContainText("Please choose another name.");
        await name.fill("Hypatia");
        await save.click();
        await expect(client.getByRole("status")).toHaveText("Your name was saved.");
        await client.reload();
        await expect(name).toHaveValue("Hypatia");
        await client.evaluate(axe.source);
        const found = await client.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
        expect(found.violations.map(({ id }) => id)).toEqual([]);

        const there = new Visitor(ELSEWHERE.origin);
        const { json } = await there.call(api.changes(), helper.tokens);
        expect(json.results).toMatchObject([{ action: "add", who: "Hypatia" }]);
      } finally {
        endAll();
      }
    });

    test("signs in on a page of its own, whose form leads back to that host", { tag: "@long" }, async ({
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
