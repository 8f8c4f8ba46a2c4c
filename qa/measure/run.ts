// Prints the weight of a revision as a table: `npm run measure -- [REVISION]`; by default, of what is committed here.

import { buildRevision, hasUncommittedChanges } from "../revision.ts";
import { figuresOfSources } from "./sources.ts";
import { figuresOfWalks } from "./walks.ts";

const [name = "HEAD"] = process.argv.slice(2);
if (name === "HEAD" && hasUncommittedChanges()) console.log("Changes that are not committed are left out.");
const { commit, title, folder } = await buildRevision(name);
const rows = [...(await figuresOfSources(folder)), ...(await figuresOfWalks(folder))];
console.log(`\n${commit.slice(0, 7)}: ${title}\n`);
console.log("| measure | figure |\n|---|---|");
for (const [what, figure] of rows) console.log(`| ${what} | ${figure} |`);
console.log("\nCaches, and the rules of when they are good, are counted by hand: nothing here counts them.");
console.log("How fast it answers, alone and while written to: npm run bench.");
