import type { Page } from "@playwright/test";
import { pages } from "../../domain/contract/routes.ts";
import { listOf, newTexts, submitAs } from "./completions.ts";
import { expect, type Faults, rowsOf, test, UNSEEN } from "./fixture.ts";
import { loginLink, newPerson, open, signIn } from "./people.ts";

const selectAll = (page: Page) => page.getByRole("checkbox", { name: "Select all on this page" });

/** The parts of a list that must not move. */
const LIST = [
  ...["header nav", "header [class*=brand]", "main h1", "tbody tr"],
  "tbody tr:nth-child(5) td[data-cell=map]",
];

/** Returns where the first element of each selector is. */
const placesOf = (page: Page, selectors = LIST) =>
  page.evaluate(
    (all) =>
      all.map((selector) => {
        const { x, y, width, height } =
          document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
        return { selector, box: { x, y, width, height } };
      }),
    selectors,
  );

type Places = Awaited<ReturnType<typeof placesOf>>;

/** Returns what is elsewhere than it was, or of another size, so that one can see it. */
const shifted = (before: Places, after: Places) =>
  before.flatMap(({ selector, box }, at) => {
    const now = after[at]?.box;
    const isSame = Object.entries(box).every(([side, was]) => {
      return Math.abs(was - (now?.[side as keyof typeof box] ?? 0)) < UNSEEN;
    });
    return isSame ? [] : [{ selector, box, now }];
  });

/** Opens a page whose scripts fail to load, so it stays as it was sent, and waits until the browser reports that. */
async function openAsSent(page: Page, path: string, faults: Faults): Promise<void> {
  faults.expect(/console: Failed to load resource/);
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  const said = page.waitForEvent("console", (message) =>
    message.text().startsWith("Failed to load resource"),
  );
  await page.goto(path);
  await said;
}

// The layouts are what it is about.
test("a helper's list is laid out before any script runs, and does not shift afterwards", {
  tag: "@both", // the rows have another layout there
}, async ({ page, helper, faults, isPhone }) => {
  // Newest first, other tests' submissions would stand in other rows the second time.
  const list = "/2tc?pending=0&sortby=map";
  await signIn(page, helper, list);
  await page.goto(list);
  await expect(selectAll(page)).toBeEnabled();
  await expect(rowsOf(page).getByRole("link", { name: "Edit" })).toHaveCount(20);
  const alive = await placesOf(page);
  if (isPhone) {
    // A line of its own for what is done to a row leaves the whole width to names.
    const row = await rowsOf(page).first().boundingBox();
    expect(row?.height).toBeLessThanOrEqual(108);
    const map = await rowsOf(page).first().locator("td[data-cell=map]").boundingBox();
    const edit = await rowsOf(page).first().getByRole("link", { name: "Edit" }).boundingBox();
    expect(edit?.height).toBeGreaterThanOrEqual(40);
    expect(edit?.width).toBeGreaterThanOrEqual(40);
    expect(edit?.y).toBeGreaterThanOrEqual((map?.y ?? 0) + (map?.height ?? 0));
    const proof = await rowsOf(page).first().getByRole("link", { name: "Link to the proof" }).boundingBox();
    expect((edit?.x ?? 0) + (edit?.width ?? 0)).toBeLessThan(proof?.x ?? 0);
  }

  await openAsSent(page, list, faults);
  await expect(page.getByRole("button", { name: "Verify Selected" })).toBeDisabled();
  await expect(loginLink(page)).toBeHidden();
  expect(shifted(alive, await placesOf(page))).toEqual([]);
});

// The layouts are what it is about.
test("a member's list has editing columns, on a phone only where a row is theirs, before any script runs", {
  tag: "@both", // the rows have another layout there
}, async ({ page, request, member, faults, isPhone }) => {
  const texts = await newTexts(request, "2tc");
  await submitAs(member, "2tc", texts);
  const own = listOf("2tc", texts);
  const columns = page.locator("tbody tr:first-child td:is([data-cell=select], [data-cell=edit]):visible");
  const deleteSelected = page.getByRole("button", { name: "Delete Selected" });
  await signIn(page, member, "/2mp?pending=1");
  const others = await (async () => {
    await open(page, "/2mp?pending=1");
    await expect(rowsOf(page).first()).toContainText("(Pending)");
    await expect(columns).toHaveCount(isPhone ? 0 : 2);
    await expect(deleteSelected).toBeVisible({ visible: !isPhone });
    await expect(rowsOf(page).getByRole("checkbox")).toHaveCount(0);
    return placesOf(page);
  })();
  await open(page, own);
  await expect(rowsOf(page).getByRole("checkbox", { name: "Select this completion" })).toBeVisible();
  await expect(deleteSelected).toBeVisible();
  const alive = await placesOf(page);

  await openAsSent(page, "/2mp?pending=1", faults);
  await expect(columns).toHaveCount(isPhone ? 0 : 2);
  expect(shifted(others, await placesOf(page))).toEqual([]);
  await openAsSent(page, own, faults);
  await expect(deleteSelected).toBeDisabled();
  expect(shifted(alive, await placesOf(page))).toEqual([]);
});

// The layouts are what it is about.
test("nothing on a map's page shifts when a helper's buttons appear", {
  tag: ["@both", "@long"], // the buttons stand on other lines there
}, async ({ page, helper, faults }) => {
  const places = async () =>
    (await placesOf(page, ["main form", "main dl", "main h2"])).map(({ selector, box }) => ({
      selector,
      // The buttons themselves make the form higher.
      box: { ...box, height: 0 },
    }));
  const path = pages.maps({ map: "Quad" });
  await signIn(page, helper, path);
  await page.goto(path);
  await expect(page.getByRole("button", { name: /the picture|a picture/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete" })).toBeVisible();
  const alive = await places();

  await openAsSent(page, path, faults);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Quad");
  expect(shifted(alive, await places())).toEqual([]);
});

test("somebody who was signed in can open their menu before the script is there", { tag: "@long" }, async ({
  page,
  member,
}) => {
  await signIn(page, member, "/maps");
  const { promise: opened, resolve: send } = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await opened;
    await route.continue();
  });
  await page.goto("/maps", { waitUntil: "commit" });
  await page.locator("summary", { hasText: "Account" }).click();
  await expect(page.getByText("Signing in…")).toBeVisible();
  send();
  await expect(page.getByRole("button", { name: "Logout" })).toBeVisible();
});

test("a stale sign-in hint is corrected", { tag: "@long" }, async ({ page }) => {
  await page.goto("/2tc");
  const { hostname: domain } = new URL(page.url());
  await page.context().addCookies([{ name: "auth0.x.is.authenticated", value: "true", domain, path: "/" }]);
  await page.evaluate(() => localStorage.setItem("signed-in-as", "helper"));
  await open(page, "/2tc");
  await expect(loginLink(page)).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete Selected" })).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem("signed-in-as"))).toBeNull();
});

test("every page says that it shows samples, and leads an administrator to the first steps", {
  tag: "@long",
}, async ({ page, baseURL }) => {
  const notice = page.getByRole("complementary", { name: "Sample data" });
  await page.goto("/maps");
  await expect(notice).toHaveText("Sample data: made-up completions are shown.");
  const boss = await newPerson(baseURL ?? "", ["Index Helper", "Admin"]);
  await signIn(page, boss, "/maps");
  await notice.getByRole("link", { name: "Remove" }).click();
  await expect(page).toHaveURL("/admin/accounts");
  const steps = page.getByRole("region", { name: "First steps" });
  await expect(steps).toContainText(/[\d,]+ completions and [\d,]+ CHIMPS starts are made up/);
  // Others have roles, and this administrator chose the password.
  await expect(steps.getByRole("listitem")).toHaveCount(1);
  await steps.getByRole("button", { name: "Remove the samples" }).click();
  await expect(steps.getByText("This cannot be undone on this page.")).toBeVisible();
  await steps.getByRole("button", { name: "Keep them" }).click();
  await expect(steps.getByRole("button", { name: "Remove the samples" })).toBeVisible();
});

test("an invitation is created with a role, listed and withdrawn", { tag: "@long" }, async ({
  page,
  browser,
  baseURL,
}) => {
  const boss = await newPerson(baseURL ?? "", ["Admin"]);
  await signIn(page, boss);
  await page.goto("/admin/accounts");
  const email = `${crypto.randomUUID().slice(0, 8)}@example.org`;
  const invitations = page.getByRole("region", { name: "Invitations" });
  await invitations.getByLabel("E-mail address").fill(email);
  await invitations.getByLabel("Role").selectOption("Index Helper");
  await invitations.getByRole("button", { name: "Make an invitation" }).click();
  const link = (await invitations.getByText(/\/invitation\//).textContent()) ?? "";
  const entry = invitations.getByRole("listitem").filter({ hasText: email });
  await expect(entry).toContainText(`as Index Helper`);
  await expect(entry).toContainText(`by ${boss.email}`);
  await entry.getByRole("button", { name: "Withdraw" }).click();
  await expect(entry).toHaveCount(0);
  await expect(invitations.getByText(`The invitation to ${email} was withdrawn.`)).toBeVisible();

  const guest = await browser.newPage();
  await guest.goto(link);
  await expect(guest.getByText("This invitation was withdrawn.")).toBeVisible();
  await guest.close();
});

test("the optional parts of a list are hydrated, not rendered again", { tag: "@long" }, async ({ page }) => {
  for (const [path, name] of [
    ["/2mp?view=table", "table"],
    ["/2tc?view=person-stats", "person-stats"],
    ["/2tc?query=zzzz", "nothing"],
  ] as const) {
    const part = page.locator(`[data-part="${name}"] > *`).first();
    const { promise: marked, resolve: mark } = Promise.withResolvers<void>();
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await marked;
      await route.continue();
    });
    await page.goto(path, { waitUntil: "commit" });
    await part.evaluate((node) => node.setAttribute("data-sent", ""));
    mark();
    await expect(loginLink(page).and(page.locator("[aria-busy=false]"))).toBeVisible();
    await expect(part, path).toHaveAttribute("data-sent", "");
    await page.unrouteAll({ behavior: "wait" });
  }
});

test("the style sheets of a page are requested before its scripts", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  let send = (): void => {};
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.route("**/*.css", async (route) => {
    await sent;
    await route.continue();
  });
  const opened = page.goto("/2tc");
  await expect.poll(() => asked.filter((path) => path.endsWith(".css")).length).toBeGreaterThan(1);
  expect(asked.filter((path) => path.endsWith(".js"))).toEqual([]);
  send();
  await opened;
  await expect(loginLink(page).and(page.locator("[aria-busy=false]"))).toBeVisible();
  expect(asked.filter((path) => path.endsWith(".js")).length).toBeGreaterThan(5);
});

test("a view gets all its style sheets from the server, none from a script", async ({ page }) => {
  const sheets = () =>
    page
      .locator('link[rel="stylesheet"]')
      .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href).toSorted());
  for (const path of ["/2mp?view=table", "/2tc?view=person-stats", "/2tc?map=Quad&query=zzzz"]) {
    const opened = await page.goto(path, { waitUntil: "commit" });
    const sent = (await opened?.text()) ?? "";
    await expect(loginLink(page).and(page.locator("[aria-busy=false]"))).toBeVisible();
    await page.waitForLoadState("networkidle");
    const all = await sheets();
    expect(all.length).toBeGreaterThan(1);
    expect(
      all.filter((href) => !sent.includes(new URL(href).pathname)),
      path,
    ).toEqual([]);
  }
});

for (const width of [360, 1440])
  test(`nothing above the rows shifts when the rest of the page and its script arrive, at ${width} px`, {
    tag: "@long",
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const counter = page.getByText(/^Results 1 to/).first();
    const placeNow = async () => (await counter.boundingBox())?.y ?? 0;
    await page.goto("/2tc");
    await expect(loginLink(page).and(page.locator("[aria-busy=false]"))).toBeVisible();
    const alive = await placeNow();
    // As painted while the rest is still in flight.
    const all = await (await page.request.get("/2tc")).text();
    await page.route("/2tc", (route) =>
      route.fulfill({ contentType: "text/html", body: all.slice(0, all.indexOf("<table")) }),
    );
    await page.goto("/2tc");
    await expect(counter).toBeVisible();
    expect(Math.abs((await placeNow()) - alive)).toBeLessThan(UNSEEN);
  });

test("nothing moves when a part that is loaded later brings the site's style sheet again", {
  tag: "@long",
}, async ({ page }) => {
  const parts = ["main h1", "main input[name=page]", "main select[name=count]", "footer"];
  for (const path of ["/", "/2tc", "/ask", "/maps"]) {
    await open(page, path);
    const before = await placesOf(page, parts);
    await page.evaluate(async () => {
      const again = document.createElement("link");
      again.rel = "stylesheet";
      again.href = Array.from(document.styleSheets, ({ href }) => href ?? "").find((href) =>
        /\/site-/.test(href),
      ) as string;
      const loaded = new Promise((resolve, reject) =>
        Object.assign(again, { onload: resolve, onerror: reject }),
      );
      document.head.append(again);
      await loaded;
    });
    expect(shifted(before, await placesOf(page, parts))).toEqual([]);
  }
});

test("a page whose scripts could not be loaded works once they can be", { tag: "@long" }, async ({
  page,
  faults,
}) => {
  await openAsSent(page, "/2tc", faults);
  await page.unrouteAll();
  await expect(loginLink(page).and(page.locator("[aria-busy=false]"))).toBeVisible();
});

test("a page in a background tab is hydrated too", { tag: "@long" }, async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, "hidden", { get: () => true });
    // Nothing is painted there.
    window.requestAnimationFrame = () => 0;
  });
  await page.goto("/2tc");
  await expect(loginLink(page).and(page.locator("[aria-busy=false]"))).toBeVisible();
});

test("the headings' font is loaded once, and without it the header has the same height", {
  tag: "@both", // there the header is narrowest
}, async ({ page, faults }) => {
  const loaded: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "font") loaded.push(request.url());
  });
  const heightOfHeader = async () => (await page.locator("header").first().boundingBox())?.height;
  await page.goto("/lcc");
  await page.evaluate(() => document.fonts.ready);
  const withFont = await heightOfHeader();
  expect(loaded).toEqual([expect.stringContaining("-ascii-")]);

  faults.expect(/console: Failed to load resource/);
  await page.route(/\.woff2$/, (route) => route.abort());
  await page.goto("/records");
  await page.evaluate(() => document.fonts.ready);
  expect(await heightOfHeader()).toBe(withFont);
});
