import { beforeAll, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import { changeProofLinks } from "../../app/features/completions/repository/claims.server.ts";
import { isForOne, rowFields } from "../../domain/challenges/fields.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { api } from "../../domain/contract/routes.ts";
import { csvRecords } from "../../domain/lists/csv.ts";
import { tableColumns } from "../../domain/lists/table.ts";
import { linkName, otherSlots } from "../../domain/media/proof-slots.ts";
import { emptyApp, type TestApp } from "../factories.ts";

const NOTES = 'One line.\r\nAnother\nand, "quoted"\r\n\r\n* the last ';
const ONE_LINE = 'One line. Another and, "quoted" * the last ';
const [ORIGINAL, OTHER, CLAIM, MADE_UP] = ["0", "1", "2", "3"].map(
  (at) => `${at}0000000-0000-4000-8000-000000000000`,
);

/** A link with what CSV and Unicode would have otherwise. */
const linkOf = (role: string): string => `https://example.org/e\u0301?a="b",${role}`;

let app: TestApp;
beforeAll(async () => {
  app = await emptyApp(await openEngine());
  for (const [challenge, definition] of CHALLENGES) {
    const id = (filekey = "") => filekey.replace(/^./, (at) => `${at}${challenge}`.padEnd(1));
    const extras = { upgrades: ["0-5-2", "2-0-4"], version: "44.0", date: "2025-01-02", money: 900 };
    const own = {
      notes: NOTES,
      people: ["=Ada", "Bob"],
      towers: ["Maim MOAB", "Quincy"].slice(0, challenge === "2mp" ? 1 : 2),
    };
    const og = definition.og !== null;
    await app.add(challenge, { ...own, ...extras, og, id: id(ORIGINAL), map: "#Ouch" });
    const links = otherSlots(definition).map(({ role }) => ({ role, url: linkOf(role) }));
    if (links.length > 0) await app.database.atomic(changeProofLinks(id(ORIGINAL), [], links));
    await app.add(challenge, { ...own, ...(og ? {} : extras), id: id(OTHER), map: "Quad", link: null });
    await app.add(challenge, {
      ...own,
      ...(og ? {} : extras),
      id: id(CLAIM),
      map: "Logs",
      pending: "secret-id",
    });
    await app.add(challenge, { ...own, ...(og ? {} : extras), id: id(MADE_UP), map: "Cubism", sample: true });
  }
});

const linesOf = async (challenge: string, query: Record<string, string> = {}): Promise<string[]> => {
  const response = await app.app.request(api.csv(challenge, { sortby: "map", ...query }));
  expect([response.status, response.headers.get("Content-Disposition")]).toEqual([
    ...[200, `attachment; filename="${challenge}.csv"`],
  ]);
  return (await response.text()).replace(/\r\n$/, "").split("\r\n");
};
const recordsOf = async (challenge: string, query: Record<string, string> = {}) => {
  const [head = [], ...rows] = [...csvRecords((await linesOf(challenge, query)).join("\r\n"))];
  return { head, rows: rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at]]))) };
};

describe.each([...CHALLENGES.values()].map((definition) => [definition.key, definition] as const))(
  "the CSV of %s",
  (challenge, definition) => {
    test("has one line for each row, whatever its notes hold, unless everything is asked for", async () => {
      expect(await linesOf(challenge)).toHaveLength(5);
      expect(await linesOf(challenge, { for: "people" })).toHaveLength(5);
      const all = await recordsOf(challenge, { columns: "all" });
      expect(all.rows.map(({ notes }) => notes)).toEqual(Array(4).fill(NOTES));
      const slots = otherSlots(definition).map(({ role }) => [linkName(definition, role), role] as const);
      const names = [...rowFields(definition), ...slots].map(([name]) => name);
      expect([...all.head].sort()).toEqual(
        [...names, "code_checked", ...(isForOne(definition) ? [] : ["players_agree"])].sort(),
      );
      for (const [name, role] of slots)
        expect(all.rows.map((row) => row[name])).toEqual([linkOf(role), "", "", ""]);
    });

    test("for people is as the page shows it, with whole links, no ids of people, and the filekey last", async () => {
      const { head, rows } = await recordsOf(challenge, { for: "people" });
      const columns = tableColumns(definition);
      const links = otherSlots(definition).map(({ label }) => `${label} (link)`);
      const labels = columns.flatMap(({ cell, label }) =>
        cell === "info" ? ["Link", ...links, "Notes"] : label,
      );
      expect(head).toEqual([...labels, "Status", "Page", "File key"]);
      expect(rows.map((row) => row.Status)).toEqual(["verified", "sample", "pending", "verified"]);
      expect(rows.map((row) => row.Map)).toEqual(["#Ouch", "Cubism", "Logs", "Quad"]);
      const keys = rows.map((row) => row["File key"] ?? "");
      expect(rows.map((row) => row.Link)).toEqual([
        ...Array(3).fill("https://example.org/proof"),
        `http://localhost:3000/media/${keys[3]}`,
      ]);
      for (const { role, label } of otherSlots(definition))
        expect(rows.map((row) => row[`${label} (link)`])).toEqual([linkOf(role), "", "", ""]);
      expect(rows.map((row) => row.Page)).toEqual(
        keys.map((key) => `http://localhost:3000/${challenge}/notes?filekey=${key}`),
      );
      expect(rows.map((row) => row.Notes)).toEqual(Array(4).fill(ONE_LINE));
      for (const { ogExtra, label } of columns)
        if (ogExtra) expect(rows.map((row) => row[label] === "N/A")).toEqual([false, true, true, true]);
      expect(JSON.stringify(rows)).not.toContain("secret-id");
      expect(JSON.stringify(rows)).not.toContain('[\\"');
    });

    test("has the same rows as the list, in its order, whichever shape it has", async () => {
      for (const query of [{}, { pending: "0" }, { map: "quad" }, { sortby: "map DESC" }]) {
        const listed = (await app.get(api.list(challenge, { sortby: "map", ...query }))).body.results;
        const keys = listed.map(({ filekey }) => filekey);
        for (const shape of [{}, { columns: "all" }, { for: "people" }]) {
          const { rows } = await recordsOf(challenge, { ...query, ...shape });
          expect(rows.map((row) => row.filekey ?? row["File key"])).toEqual(keys);
        }
      }
    });

    test("refuses another shape", async () => {
      for (const [name, value] of [
        ["columns", "some"],
        ["for", "programs"],
      ] as const) {
        const { status, body } = await app.get(api.csv(challenge, { [name]: value }));
        expect({ status, error: body.error }).toEqual({
          ...{ status: 400, error: expect.stringContaining(`"${name}"`) },
        });
      }
    });
  },
);

test("the established address has its twelve columns, and the community's names; people read the game's", async () => {
  const { head, rows } = await recordsOf("2tc", { names: "community" });
  expect(head.join()).toBe("tower1,tower2,map,person,link,og,pending,filekey,upgrade1,upgrade2,version,date");
  expect(rows[0]).toMatchObject({
    tower1: "Maim Moab",
    map: "#ouch",
    person: "=Ada",
    og: "1",
    upgrade1: "0-5-2",
  });
  expect(rows[2]).toMatchObject({ pending: "secret-id", og: "0" });
  const people = await recordsOf("2tc", { names: "community", for: "people" });
  expect(people.rows[0]).toMatchObject({
    "Tower 1": "Maim MOAB",
    Map: "#Ouch",
    "OG?": "yes",
    "OG Version": "44.0",
  });
  expect(people.rows[3]).toMatchObject({ "OG?": "no", "OG Version": "N/A", "OG Date": "N/A" });
});

test("sets are lists of names for people", async () => {
  const { rows } = await recordsOf("ltc", { for: "people" });
  expect(rows[0]).toMatchObject({
    Towers: "Maim MOAB, Quincy",
    Upgrades: "0-5-2, 2-0-4",
    "Completion Type": "OG",
  });
});
