import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";

/** What went wrong in a browser during a test: console errors, exceptions, violations of the policy, foreign requests. */
export class Faults {
  private readonly seen: string[] = [];
  private readonly expected: RegExp[] = [];
  private readonly origin: string;

  constructor(origin: string) {
    this.origin = origin;
  }

  /** Watches every page of the context, those still to come included. */
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

  /** Something that must go wrong in this test, at least once. */
  expect(fault: RegExp): void {
    this.expected.push(fault);
  }

  /** Every fault that was not expected, and every one that was and did not come. */
  surprises(): string[] {
    const unexpected = this.seen.filter((fault) => !this.expected.some((pattern) => pattern.test(fault)));
    const missing = this.expected.filter((pattern) => !this.seen.some((fault) => pattern.test(fault)));
    return [...unexpected, ...missing.map((pattern) => `did not happen: ${pattern}`)];
  }
}

/** The browser itself reports an answer with this status. */
export const reportOf = (status: number): RegExp => new RegExp(`^console: .*status of ${status}`);

interface Fixtures {
  /** Fails the test on anything that goes wrong in its browser and was not expected. */
  readonly faults: Faults;
  readonly isPhone: boolean;
}

export const test = base.extend<Fixtures>({
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

/** Opens a page and waits until React has taken it over. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() => {
    const main = document.querySelector("main");
    return main !== null && Object.keys(main).some((name) => name.startsWith("__reactFiber$"));
  });
}

/** The rows of a list; in a card too, the cells carry their column's name. */
export const rowsOf = (page: Page) => page.getByRole("table").locator("tbody tr");

/** The texts of one column, by its name. */
export const columnOf = (page: Page, label: string) => rowsOf(page).locator(`td[data-label="${label}"]`);

const menuOf = (page: Page, button: RegExp) =>
  page.locator("details", { has: page.locator("summary").filter({ hasText: button }) });

/** Opens what stands behind a button of a list, where it is not open. */
export async function unfold(page: Page, button: RegExp): Promise<void> {
  const menu = menuOf(page, button);
  if ((await menu.getAttribute("open")) === null) await menu.locator("summary").click();
}

/** Brings a list's boxes into sight: a phone has them behind "Filters". */
export async function showBoxes(page: Page, isPhone: boolean): Promise<void> {
  if (isPhone) await unfold(page, /^Filters/);
}

/** Brings a list's views into sight: a phone has them behind a button. */
export async function showViews(page: Page, isPhone: boolean): Promise<void> {
  if (!isPhone) return;
  const views = page.locator("details", { has: page.locator("summary[aria-label^=View]") });
  await expect(views).not.toHaveAttribute("open");
  await views.locator("summary").click();
}

/** Chooses an order of a list by its words, or by a column. */
export async function chooseOrder(page: Page, words: string | RegExp): Promise<void> {
  await unfold(page, /^Order:/);
  await page.getByRole("navigation", { name: "Order" }).getByRole("link", { name: words }).click();
}

/** Waits until the orders are out of sight again, as they are once another is shown. */
export const orderIsFolded = (page: Page): Promise<void> =>
  expect(menuOf(page, /^Order:/)).not.toHaveAttribute("open");
