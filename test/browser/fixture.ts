import { type BrowserContext, expect, type Page } from "@playwright/test";
import { test as withPeople } from "./people.ts";

/** Records what goes wrong in a test's browser: console errors, exceptions, CSP violations, foreign requests. */
export class Faults {
  private readonly seen: string[] = [];
  private readonly expected: RegExp[] = [];
  private readonly origin: string;

  constructor(origin: string) {
    this.origin = origin;
  }

  /** Watches every page of the context, including pages opened later. */
  async watch(context: BrowserContext): Promise<void> {
    context.on("weberror", (fault) => this.seen.push(`exception: ${fault.error().message}`));
    context.on("console", (message) => {
      if (message.type() === "error") this.seen.push(`console: ${message.text()}`);
    });
    context.on("request", (request) => {
      const url = new URL(request.url());
      if (/^(https?|wss?):$/.test(url.protocol) && url.origin !== this.origin) {
        this.seen.push(`foreign request: ${url.href}`);
      }
    });
    await context.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) => {
        console.error(`forbidden by the policy: ${event.violatedDirective} ${event.blockedURI}`);
      });
    });
  }

  /** Declares a fault that must occur in this test at least once. */
  expect(fault: RegExp): void {
    this.expected.push(fault);
  }

  /** Returns every unexpected fault, and every expected one that did not occur. */
  surprises(): string[] {
    const unexpected = this.seen.filter((fault) => !this.expected.some((pattern) => pattern.test(fault)));
    const missing = this.expected.filter((pattern) => !this.seen.some((fault) => pattern.test(fault)));
    return [...unexpected, ...missing.map((pattern) => `did not happen: ${pattern}`)];
  }
}

/** Matches the browser's own report of an answer with this status. */
export const reportOf = (status: number): RegExp => new RegExp(`^console: .*status of ${status}`);

interface Fixtures {
  /** Fails the test if anything unexpected goes wrong in its browser. */
  readonly faults: Faults;
  readonly isPhone: boolean;
}

/**
 * Tests whose browser is watched. All journeys have the same fixtures of a worker: other ones would need other workers,
 * each with a browser and people of its own.
 */
export const test = withPeople.extend<Fixtures>({
  faults: [
    async ({ context, baseURL }, use) => {
      const faults = new Faults(new URL(baseURL ?? "").origin);
      await faults.watch(context);
      await use(faults);
      expect(faults.surprises()).toEqual([]);
    },
    { auto: true },
  ],
  isPhone: async ({ viewport }, use) => use((viewport?.width ?? 0) < 768),
});

export { expect };

/** Waits until React has hydrated the page. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector("main");
    return main !== null && Object.keys(main).some((name) => name.startsWith("__reactFiber$"));
  });
}

/** Opens a page and waits until React has hydrated it. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await untilHydrated(page);
}

/** The rows of a list. Their cells carry the column's name even where rows are shown as cards. */
export const rowsOf = (page: Page) => page.getByRole("table").locator("tbody tr");

/** The cells of one column, by its name. */
export const columnOf = (page: Page, label: string) => rowsOf(page).locator(`td[data-label="${label}"]`);

const menuOf = (page: Page, button: RegExp) =>
  page.locator("details", { has: page.locator("summary").filter({ hasText: button }) });

/** Opens what a button of a list hides, unless it is open. */
export async function unfold(page: Page, button: RegExp): Promise<void> {
  const menu = menuOf(page, button);
  if ((await menu.getAttribute("open")) === null) await menu.locator("summary").click();
}

/** Shows a list's filter boxes, which a phone has behind "Filters". */
export async function showBoxes(page: Page, isPhone: boolean): Promise<void> {
  if (isPhone) await unfold(page, /^Filters/);
}

/** Shows a list's views, which a phone has behind a button. */
export async function showViews(page: Page, isPhone: boolean): Promise<void> {
  if (!isPhone) return;
  const views = page.locator("details", { has: page.locator("summary[aria-label^=View]") });
  await expect(views).not.toHaveAttribute("open");
  await views.locator("summary").click();
}

/** Chooses a list's order by its label, or by a column. */
export async function chooseOrder(page: Page, words: string | RegExp): Promise<void> {
  await unfold(page, /^Order:/);
  await page.getByRole("navigation", { name: "Order" }).getByRole("link", { name: words }).click();
}

/** Waits until the orders are folded again, which happens once the list is shown in another order. */
export const orderIsFolded = (page: Page): Promise<void> =>
  expect(menuOf(page, /^Order:/)).not.toHaveAttribute("open");

/** How far something may be from where it was without anybody seeing it, in px: pages are laid out in fractions. */
export const UNSEEN = 1;

/** Waits until the page is scrolled to where it was. */
export async function expectScrolledTo(page: Page, before: number): Promise<void> {
  await expect.poll(async () => Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(UNSEEN);
}
