import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { problemsOf } from "./migrations.mjs";

const ONE = "create table one (a);\n";
const line = (name: string, text: string) =>
  `${createHash("sha256").update(text).digest("hex")}  migrations/${name}\n`;
const LIST = line("0001-one.sql", ONE);

test.each([
  ["edited", { "0001-one.sql": `${ONE}-- A comment.\n` }, ["0001-one.sql landed, and is not edited"]],
  ["removed", {}, ["0001-one.sql landed, and is neither renamed nor removed"]],
  [
    "renamed",
    { "0001-first.sql": ONE },
    ["0001-one.sql landed, and is neither renamed nor removed", "0001-first.sql is new"],
  ],
])("a migration that landed is not %s", (_, files, problems) => {
  expect(problemsOf(files, LIST)).toEqual(problems.map((problem) => expect.stringContaining(problem)));
});

test("a new migration needs its line in the list, a number of its own and a name that both engines apply", () => {
  const files = { "0001-one.sql": ONE, "0002-two.sql": "select 2;\n" };
  expect(problemsOf(files, LIST)).toEqual([
    expect.stringContaining(line("0002-two.sql", "select 2;\n").trim()),
  ]);
  expect(problemsOf(files, LIST + line("0002-two.sql", "select 2;\n"))).toEqual([]);
  expect(
    problemsOf({ ...files, "0002-deux.sql": "select 2;\n" }, LIST + line("0002-two.sql", "select 2;\n")),
  ).toHaveLength(1);
  expect(problemsOf({ "0001-one.sql": ONE, "2-two.sql": "select 2;\n" }, LIST)).toEqual([
    expect.stringContaining("not named like a migration"),
  ]);
});

test("line ends of a clone change nothing", () => {
  expect(problemsOf({ "0001-one.sql": ONE.replaceAll("\n", "\r\n") }, LIST)).toEqual([]);
});
