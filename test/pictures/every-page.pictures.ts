import { resolve } from "node:path";
import { type APIRequestContext, test as base, type Page } from "@playwright/test";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { pages } from "../../domain/contract/routes.ts";
import { everyPage } from "../browser/every-page.ts";
import { newPerson, open, signIn } from "../browser/people.ts";
import { findPair, keyOf } from "../browser/sample.ts";

/** Retaken in each run, and not committed. */
const PICTURES = resolve(import.meta.dirname, "../../pictures");

const WIDTHS = [360, 768, 1440] as const;
const SCHEMES = ["light", "dark"] as const;

/** Who looks at the pages, with the roles of their account; a visitor has no account. */
const VIEWERS = { visitor: null, member: [], helper: ["Index Helper"] } as const;

/** Returns the pages that only somebody with an account sees: forms, and their own submissions and account. */
async function pagesOfMembers(request: APIRequestContext): Promise<readonly string[]> {
  const [first] = CHALLENGES.keys();
  const original = await findPair(request, "og=1", () => true);
  return [
    ...Array.from(CHALLENGES.keys(), (key) => pages.addForm(key)),
    `${pages.editForm(first ?? "")}?${keyOf(original)}`,
    pages.list(first ?? "", { pending: 1 }),
    pages.mySubmissions(),
    pages.account(),
  ];
}

const PAGES_OF_HELPERS = [
  pages.addMap(),
  pages.addMap({ map: "Quad" }),
  pages.addChimpsStart(),
  pages.modifyBalanceChanges(),
  pages.spellings(),
  pages.changes(),
  pages.accounts(),
];

/** Returns a file name that tells which page it shows. */
const fileOf = (path: string): string => path.slice(1).replace(/[^\w-]+/g, "_") || "home";

async function take(page: Page, folder: string, path: string): Promise<void> {
  await open(page, path);
  // Wait for what is drawn or fetched late: pictures, live states, fonts.
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: `${PICTURES}/${folder}/${fileOf(path)}.png`, fullPage: true });
}

for (const [viewer, roles] of Object.entries(VIEWERS)) {
  for (const width of WIDTHS) {
    for (const scheme of SCHEMES) {
      const folder = `${viewer} ${width} ${scheme}`;
      base.describe(folder, () => {
        base.use({
          viewport: { width, height: width === 360 ? 740 : 900 },
          hasTouch: width === 360,
          colorScheme: scheme,
        });
        base(folder, async ({ page, request, baseURL }) => {
          base.setTimeout(600_000);
          const paths = [...(await everyPage(request)).keys(), "/no-such-page-abs-zero"];
          if (roles !== null) {
            await signIn(page, await newPerson(baseURL ?? "", roles));
            paths.push(...(await pagesOfMembers(request)));
            if (roles.length > 0) paths.push(...PAGES_OF_HELPERS);
          }
          for (const path of paths) await take(page, folder, path);
        });
      });
    }
  }
}
