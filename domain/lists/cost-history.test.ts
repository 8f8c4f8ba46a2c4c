import { expect, test } from "vitest";
import { leastCostChimps } from "../challenges/lcc.ts";
import { costHistory } from "./record.ts";

const row = (version: string | null, money: number | null, person = "Ada") => ({
  ...{ version, money, person },
  ...{ date: null, filekey: `${version}/${money}` },
});

test("each major version has its lowest cost, newest version first", () => {
  const rows = [
    row("9.2", 500),
    row("44.1", 300, "Bob"),
    row("44.0", 400),
    row("44.10", 300),
    row("39.0", 700),
  ];
  const history = costHistory(leastCostChimps, rows);
  expect(history.map(({ major, money, players }) => [major, money, players])).toEqual([
    [44, 300, "Bob"],
    [39, 700, "Ada"],
    [9, 500, "Ada"],
  ]);
});

test("on equal costs the earliest date wins, then the first recorded; unknown dates come last", () => {
  const on = (date: string | null, person: string) => ({ ...row("44.0", 300, person), date });
  const holder = (...rows: ReturnType<typeof on>[]) => costHistory(leastCostChimps, rows)[0]?.players;
  expect(holder(on(null, "Ada"), on("2025-02-02", "Bob"), on("2025-01-01", "Cyd"))).toBe("Cyd");
  expect(holder(on("2025-01-01", "Ada"), on("2025-01-01", "Bob"))).toBe("Ada");
  expect(holder(on(null, "Ada"), on(null, "Bob"))).toBe("Ada");
});

test("rows without a valid version or cost are left out", () => {
  expect(costHistory(leastCostChimps, [row(null, 300), row("44.0", null), row("soon", 1)])).toEqual([]);
});

test("where more is better, the highest amount is the record, whatever the fields are called", () => {
  const { person, money, ...fields } = leastCostChimps.fields;
  const record = { by: "money", least: false, scopes: [["map"]], words: "Most" } as const;
  const definition = { ...leastCostChimps, fields: { ...fields, runner: person, saved: money }, record };
  const rows = [5, 9, 7].map((saved) => ({ version: "44.1", saved, runner: `R${saved}`, filekey: "" }));
  expect(costHistory(definition, rows)).toMatchObject([{ money: 9, players: "R9" }]);
});
