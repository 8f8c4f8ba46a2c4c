import type { APIRequestContext } from "@playwright/test";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { api, pages } from "../../domain/contract/routes.ts";
import { findPair, keyOf } from "./sample.ts";

/** Returns one address of every kind of page, with its heading. */
export async function everyPage(request: APIRequestContext): Promise<ReadonlyMap<string, string>> {
  const original = await findPair(request, "og=1", (_, types) => types.length > 0);
  const { tower1, tower2, map } = original;
  // The first on a map that has several held the record for a while, and its page says so.
  const { results }: { results: { filekey: string; date: string; money: number }[] } = await (
    await request.get(api.list("lcc", { map: "Alpine Run", count: 100 }))
  ).json();
  const [formerRecord] = results.sort((one, other) => (one.date < other.date ? -1 : 1));
  const lists = Array.from(
    CHALLENGES.values(),
    ({ key, name, label }) => [`/${key}`, `${name} (${label})`] as const,
  );
  return new Map([
    ["/", "High-Level Bloons TD 6 Challenges"],
    ...lists,
    ["/2mp?view=table", "2 Million Pops CHIMPS (2MP)"],
    ["/2mp?view=person-stats", "2 Million Pops CHIMPS (2MP)"],
    ["/2tc?view=person-stats", "2 Towers CHIMPS (2TC)"],
    ["/2tc?query=nothing+is+called+like+this", "2 Towers CHIMPS (2TC)"],
    [`/2tc/notes?${keyOf(original)}`, `${tower1} and ${tower2} 2TC on ${map}`],
    [
      pages.notes("lcc", { filekey: formerRecord?.filekey ?? "" }),
      `LCC on Alpine Run for $${formerRecord?.money.toLocaleString("en")}`,
    ],
    [`/2tc/extra-info?${keyOf(original)}`, "Additional Info for OG 2TC"],
    ["/ask", "Ask the index"],
    ["/ask?q=abs+zero+quad", "Absolute Zero on Quad: done 4 times in 2TC (includes sample data)"],
    ["/ask?q=pspke", "Cannot say: “pspke” is not known here"],
    ["/coverage", "What is left"],
    ["/coverage/2tc", "What is left in 2TC"],
    ["/coverage/2tcc", "What is left in 2TCC"],
    ["/coverage/2tc?types=Ice+Monkey,Heroes", "What is left in 2TC"],
    [`/coverage/2tc?towers=${tower1},${tower2}`, "What is left in 2TC"],
    ["/coverage/2mp", "What is left in 2MP"],
    ["/undone?seed=3&map=Quad", "Give me an open one"],
    ["/undone?challenge=lcc&tower=Quincy&seed=1", "Give me an open one"],
    ["/wanted", "Wanted"],
    ["/maps", "Maps"],
    ["/maps?map=Quad", "Quad"],
    ["/players", "Players"],
    ["/records", "Records"],
    ["/progress", "Progress"],
    ["/privacy", "Privacy"],
    ["/players?board=2tc-ogs&year=2024", "Players by OGs of 2TC in 2024"],
    ["/players/Ada", "Ada"],
    ["/maps?map=Tricky+Tracks", "Tricky Tracks"],
    ["/chimps-starts", "CHIMPS Starts"],
    ["/chimps-starts?map=Logs", "CHIMPS Starts on Logs"],
    ["/balance-changes", "Balance Changes"],
    ["/balance-changes?tower=Ice+Monkey", "Balance Changes of Ice Monkey"],
    ["/new-here", "New here?"],
    ["/api", "The public API"],
    ["/search-help", "How to search"],
    ["/dump/", "The index as files"],
    ["/2tc?query=abs+zero+pspke+quaad&map=Quad", "2 Towers CHIMPS (2TC)"],
    ["/extracting-game-assets", "Extracting BTD6 Game Assets"],
  ]);
}
