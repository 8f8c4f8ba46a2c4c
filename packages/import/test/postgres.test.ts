import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { cellReader } from "../csv.ts";
import { readIndex } from "../read.ts";
import { type OldValue, oldTable } from "../tables.ts";
import { FORMS, ODD_INDEX } from "./fixture.ts";

function file(text: string | Uint8Array, name = "index.sql"): string {
  const path = join(mkdtempSync(join(tmpdir(), "btd6-index-postgres-")), name);
  writeFileSync(path, text);
  return path;
}

const HEAD = String.raw`--
-- PostgreSQL database dump
--

\restrict abcDEF

-- Dumped from database version 16.4
SET statement_timeout = 0;
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);

CREATE FUNCTION public.no_other_order() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  -- it's refused; whichever way
  IF EXISTS (SELECT 1 FROM public.twotc_completions WHERE tower1 = NEW.tower2) THEN RAISE 'no'; END IF;
  RETURN NEW;
END;
$$;

ALTER FUNCTION public.no_other_order() OWNER TO "index";
`;

const TAIL = String.raw`
SELECT pg_catalog.setval('public.other_id_seq', 1, false);
CREATE INDEX by_text ON public.twotc_completions USING gin (tsv);
CREATE TRIGGER t BEFORE INSERT ON public.twotc_completions FOR EACH ROW EXECUTE FUNCTION public.no_other_order();
GRANT ALL ON TABLE public.twotc_completions TO reader;

--
-- PostgreSQL database dump complete
--

\unrestrict abcDEF
`;

const columnsOf = (table: string): readonly string[] => oldTable(table)?.columns ?? [];

function createOf(table: string): string {
  const columns = columnsOf(table).map((column) => `    ${column.toLowerCase()} text`);
  const all = [
    ...columns,
    "    tsv tsvector GENERATED ALWAYS AS (to_tsvector('simple'::regconfig, (('a, b'::text || ')'::text)))) STORED",
    `    CONSTRAINT ${table}_check CHECK ((1 = 1))`,
  ];
  return `\nCREATE TABLE public.${table} (\n${all.join(",\n")}\n);\n\nALTER TABLE public.${table} OWNER TO "index";\n`;
}

const copied = (value: OldValue): string =>
  value === null
    ? "\\N"
    : String(value).replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\t", "\\t");

const quoted = (value: OldValue): string =>
  value === null ? "NULL" : `'${String(value).replaceAll("'", "''")}'`;

/** The same rows in each form in which pg_dump writes them. */
const DUMPS: Readonly<Record<string, (table: string, rows: readonly (readonly OldValue[])[]) => string>> = {
  COPY: (table, rows) =>
    [
      `--\n-- Data for Name: ${table}; Type: TABLE DATA; Schema: public\n--\n`,
      `COPY public.${table} (${columnsOf(table).join(", ").toLowerCase()}) FROM stdin;`,
      ...rows.map((values) => values.map(copied).join("\t")),
      "\\.\n",
    ].join("\n"),
  INSERT: (table, rows) =>
    rows
      .map(
        (values) =>
          `INSERT INTO public.${table} VALUES (${[...values.map(quoted), "DEFAULT"].join(", ")});\n`,
      )
      .join(""),
  "INSERT of several rows with names": (table, rows) =>
    rows.length === 0
      ? ""
      : `INSERT INTO public."${table}" (${columnsOf(table).join(", ").toLowerCase()}) VALUES\n${rows
          .map((values) => `\t(${values.map(quoted).join(", ")})`)
          .join(",\n")}\nON CONFLICT DO NOTHING;\n`,
};

test.each(Object.entries(DUMPS))(
  "a dump of PostgreSQL with %s has the rows of one of SQLite",
  async (_, write) => {
    const { data: same } = await readIndex(FORMS["an SQL dump"]?.(ODD_INDEX) ?? "");
    const filled = Object.entries(ODD_INDEX).filter(([, rows]) => rows.length > 0);
    const made = filled.map(([name]) => createOf(name)).join("");
    const written = filled.map(([name, rows]) =>
      write(
        name,
        rows.map(({ values }) => values),
      ),
    );
    const { data } = await readIndex(file(HEAD + made + written.join("") + TAIL));
    for (const [name] of filled) {
      const table = oldTable(name);
      if (!table) throw new Error(name);
      const read = cellReader(table);
      // All columns are text here.
      const expected = (same.get(name) ?? []).map(({ values }) =>
        Object.fromEntries(
          Object.entries(values).map(([column, value]) => [
            column,
            value === null ? null : read(column, String(value)),
          ]),
        ),
      );
      expect(data.get(name)?.map(({ values }) => values)).toEqual(expected);
    }
  },
);

test("booleans, JSON, escapes, other tables and columns for a search are read as PostgreSQL writes them", async () => {
  const { data, passedOver } = await readIndex(
    file(
      `${HEAD}${String.raw`
COPY public.fttc_completions (map, towerset, person, link, og, pending, tsv) FROM stdin;
Quad	["Dart Monkey", "Tack Shooter"]	A\tB\\C\x41\101	\N	t	\N	'dart':1
\.
COPY public.sessions (id) FROM stdin;
1
2
\.
INSERT INTO public.map_information (map, haslos, haswater) VALUES ('Quad', true, false), (E'It''s\n\\it', NULL, DEFAULT);
INSERT INTO public.lcc_completions (map, money, notes) VALUES ('C:\', 12, '{"a": 1}'::jsonb);
`}${TAIL}`,
    ),
  );
  expect(data.get("fttc_completions")?.map(({ values }) => values)).toEqual([
    {
      ...{ map: "Quad", towerset: '["Dart Monkey", "Tack Shooter"]', person: "A\tB\\CAA" },
      ...{ link: null, og: "t", pending: null },
    },
  ]);
  expect(data.get("map_information")?.map(({ values }) => values)).toEqual([
    { map: "Quad", hasLOS: 1, hasWater: 0 },
    { map: "It's\n\\it", hasLOS: null, hasWater: null },
  ]);
  expect(data.get("lcc_completions")?.map(({ values }) => values)).toEqual([
    { map: "C:\\", money: 12, notes: '{"a": 1}' },
  ]);
  expect([...passedOver.keys()]).toEqual(["sessions"]);
});

test.each(["utf16le", "utf16le without a mark", "crlf", "gz", "utf8 with a mark"])(
  "a dump of PostgreSQL is read in %s, as other shells and tools write it",
  async (how) => {
    const text = `${HEAD}${createOf("lcc_completions")}${DUMPS.COPY?.("lcc_completions", [["Quad", "1000", "Zo\u00eb", null, null, "40", "2024-05-01", "a\nb", null]])}${TAIL}`;
    const bytes: Readonly<Record<string, Uint8Array>> = {
      utf16le: Buffer.from(`\ufeff${text}`, "utf16le"),
      "utf16le without a mark": Buffer.from(text, "utf16le"),
      crlf: Buffer.from(text.replaceAll("\n", "\r\n")),
      gz: gzipSync(text),
      "utf8 with a mark": Buffer.from(`\ufeff${text}`),
    };
    for (const name of ["index.sql", "backup"]) {
      const { data } = await readIndex(file(bytes[how] ?? "", name));
      expect(data.get("lcc_completions")).toMatchObject([
        { values: { map: "Quad", money: 1_000, person: "Zo\u00eb", notes: "a\nb" } },
      ]);
    }
  },
);

const INTO = "INSERT INTO public.lcc_completions (map) VALUES";
const COPY = "COPY public.lcc_completions (map, money) FROM stdin;\n";

test.each([
  ["a row that is too short", `${COPY}Quad\n\\.\n`, /line \d+: a row of lcc_completions has 1 values for 2/],
  ["rows without an end", `${COPY}Quad\t1\n`, /the file is cut off/],
  [
    "none of a table's columns",
    "COPY public.lcc_completions (a, b) FROM stdin;\n1\t2\n\\.\n",
    /line \d+: the table lcc_completions has none of the columns/,
  ],
  ["a value that computes", `${INTO} (upper('a'));\n`, /line \d+: it has a value that is none of text/],
  ["a query", `${INTO} ('a') , (select 1);\n`, /line \d+: it has a value that is none of text/],
  ["an open quote", `${INTO} ('a\n`, /the file is cut off/],
])("a dump of PostgreSQL with %s is refused with its line", async (_, text, says) => {
  await expect(readIndex(file(HEAD + text))).rejects.toThrow(says);
});
