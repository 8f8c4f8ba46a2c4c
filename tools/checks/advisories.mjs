// Asks the registry whether advisories are known of the packages in package-lock.json. Ends with 0: none is known;
// 1: there are some, listed; 2: it could not ask, so nothing is known either way.
import { spawnSync } from "node:child_process";
import { pathToFileURL } from "node:url";

/** How long the registry may take, in milliseconds. */
const PATIENCE = 60_000;

/**
 * Returns what to say of an answer of `npm audit --json`, and how to end.
 * @param {string} answer
 * @returns {{ code: 0 | 1 | 2, lines: string[] }}
 */
export function told(answer) {
  /** @type {any} */
  let report;
  try {
    report = JSON.parse(answer);
  } catch {
    return { code: 2, lines: ["Could not ask: npm gave no answer. This says nothing about the packages."] };
  }
  const found = report?.vulnerabilities;
  if (typeof found !== "object" || found === null || report.error) {
    const reason = report?.error?.summary || report?.message || report?.error?.code || "no reason was given";
    return { code: 2, lines: [`Could not ask (${reason}). This says nothing about the packages.`] };
  }
  const lines = Object.entries(found).map(([name, { severity, range, via }]) => {
    const titles = via.map((/** @type {any} */ each) =>
      typeof each === "string" ? each : `${each.title} ${each.url}`,
    );
    return `${severity}: ${name} ${range}: ${titles.join("; ")}`;
  });
  return lines.length === 0
    ? { code: 0, lines: ["No advisory is known of any package."] }
    : { code: 1, lines: [...lines, `${lines.length} packages have advisories.`] };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const asked = spawnSync("npm", ["audit", "--json"], { encoding: "utf8", timeout: PATIENCE });
  const { code, lines } = told(asked.stdout ?? "");
  for (const line of lines) (code === 0 ? console.log : console.error)(line);
  process.exitCode = code;
}
