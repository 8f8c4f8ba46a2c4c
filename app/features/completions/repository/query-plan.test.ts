import { expect, test } from "vitest";
import { CHALLENGES } from "../../../../domain/challenges/index.ts";
import { readListQuery, sortableFields } from "../../../../domain/lists/list-query.ts";
import { FACTS } from "../../../../test/catalogue.ts";
import { choosePlan } from "./query-plan.server.ts";
import { scopeOf } from "./rows.server.ts";

/** A search that finds most of a large challenge. */
const MANY = { total: 300_000, all: 400_000 };
const FEW = { total: 10, all: 400_000 };
const search = { on: "search", find: { begins: "b" } } as const;

test.each(
  [...CHALLENGES.values()].flatMap((definition) =>
    [...sortableFields(definition).keys()].flatMap((name) =>
      ["", " DESC"].map((way) => [definition.key, name + way]),
    ),
  ),
)(
  "a page of a broad search in %s by %s is walked in that order, and that of a narrow one is gathered",
  (key, sortby) => {
    const definition = CHALLENGES.get(key as string);
    if (!definition) throw new Error(key);
    const { query } = readListQuery(
      definition,
      new URLSearchParams({ sortby: sortby as string, offset: "1000" }),
      FACTS,
    );
    const searched = { ...query, conditions: [search] };
    expect(choosePlan(scopeOf(definition), searched, MANY)).toBe("walked");
    expect(choosePlan(scopeOf(definition), { ...searched, offset: 0 }, FEW)).toBe("gathered");
  },
);
