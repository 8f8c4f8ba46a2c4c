import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import {
  completionWrites,
  importsOf,
  mayBeInPages,
  typesOfSeveralFiles,
  violations,
} from "../tools/checks/rules.mjs";

const reasons = (file: string, source: string) => violations(file, source).map(({ reason }) => reason);

describe("an import in the wrong direction is reported", () => {
  test.each([
    ["domain/game/towers.ts", 'import { x } from "../fields/tower/kind.ts";'],
    ["domain/messages/en.ts", 'import { x } from "../fields/kind.ts";'],
    ["domain/fields/tower/kind.ts", 'export { x } from "../../../site/app.ts";'],
    ["domain/challenges/2tc.ts", 'import "../lists/table.ts";'],
    ["domain/lists/table.ts", 'const x = await import("../../app/root.tsx");'],
    ["domain/lists/table.ts", 'import { Link } from "react-router";'],
    ["domain/fields/inputs.tsx", `import { renderToString } from "react-dom/server";`],
    ["domain/fields/inputs.tsx", 'import { Logo } from "../../../app/ui/components/Logo.tsx";'],
    ["server/errors.ts", 'import { x } from "../app/api/router.server.ts";'],
    ["site/app.ts", 'import { readFile } from "node:fs/promises";'],
    ["site/app.ts", 'import { open } from "../platform/node/sqlite.ts";'],
    ["site/app.ts", 'import type { A } from "../app/ui/context.ts";'],
    ["app/ui/meta.ts", 'import type { A } from "../features/home/route.tsx";'],
    ["app/ui/meta.ts", 'import type { Reads } from "../../site/reads.ts";'],
    ["app/ui/context.ts", 'import { x } from "../../site/page-context.ts";'],
    ["app/features/maps/pages/maps/route.tsx", 'import {\n  type A,\n  b,\n} from "../../routes.server.ts";'],
    ["app/features/maps/pages/maps/route.tsx", 'import type { A } from "../../repository.server.ts";'],
    [
      "app/features/maps/pages/maps/load.server.ts",
      'import { x } from "../../../completions/pages/list/chips.server.ts";',
    ],
    ["app/features/maps/repository.server.ts", 'import { x } from "./commands.server.ts";'],
    ["app/features/maps/routes.server.ts", 'import { x } from "../completions/save.server.ts";'],
    ["app/features/maps/routes.server.ts", 'import { sql } from "kysely";'],
    ["app/features/maps/routes.server.ts", "const q = `SELECT name\n  FROM map`;"],
    ["app/features/maps/routes.server.ts", 'const q = "delete from map where name = ?";'],
    ["app/features/maps/repository.server.ts", "statement`update completion set pending = null`"],
    ["app/features/maps/repository.server.ts", "statement`insert or ignore into completion (id) select 1`"],
    ["app/features/maps/repository.server.ts", 'sqlite\n  .deleteFrom("completion")\n  .compile()'],
    ["server/db/media.ts", "sql`\n  DELETE FROM completion where true`"],
  ])("in %s: %s", (file, source) => {
    expect(reasons(file, source)).toHaveLength(1);
  });
});

describe("an import in the right direction is allowed", () => {
  test.each([
    ["domain/lists/table.ts", 'import { towers } from "../game/towers.ts";'],
    ["site/app.ts", 'import type { Site } from "../domain/contract/page-context.ts";'],
    ["site/app.ts", 'import { x } from "../app/features/maps/routes.server.ts";'],
    [
      "app/features/maps/pages/maps/route.tsx",
      'import { paths } from "../../../../../domain/contract/routes.ts";',
    ],
    ["app/features/maps/pages/maps/route.tsx", 'import { x } from "../../../../ui/meta.ts";'],
    ["app/ui/context.ts", 'import type { PageContext } from "../../site/page-context.ts";'],
    ["app/features/completions/routes.server.ts", 'import { x } from "../maps/repository.server.ts";'],
    ["app/features/completions/routes.server.ts", 'import { x } from "../search/understanding.server.ts";'],
    ["domain/fields/inputs.tsx", 'import { Link } from "react-router";'],
    [
      "app/features/maps/repository.server.ts",
      'import { sql } from "kysely";\nconst q = "select name from map";',
    ],
    ["server/db/changes.ts", 'import { sql } from "kysely";\nconst q = "select name from map";'],
    ["platform/node/main.ts", 'import { createServer } from "node:http";'],
    ["test/factories.ts", 'import { createApp } from "../site/app.ts";'],
    [
      "app/features/maps/routes.server.ts",
      '// Select a map from the list\nconst label = "Select a map from the list";',
    ],
  ])("%s: %s", (file, source) => {
    expect(reasons(file, source)).toEqual([]);
  });
});

test.each([
  ["app/ui/marks.server.ts", true],
  ["app/features/maps/pages/maps/map.server.ts", true],
  ["domain/game/towers.ts", true],
  ["server/db/tags.ts", false],
  ["server/errors.ts", false],
  ["app/features/maps/repository.server.ts", false],
  ["app/features/completions/repository/lists.server.ts", false],
  ["app/features/completions/routes.server.ts", false],
  ["app/api/router.server.ts", false],
  ["site/reads.ts", false],
])("the built pages may hold %s: %s", (file, may) => {
  expect(mayBeInPages(file)).toBe(may);
});

test("an import is reported on the line that names the file", () => {
  const source =
    '// import { z } from "./z.ts";\nimport {\n  a,\n} from "./a.ts";\nimport type { B } from "./b.ts";\n';
  expect(importsOf(source)).toEqual([
    { specifier: "./a.ts", line: 4, typeOnly: false },
    { specifier: "./b.ts", line: 5, typeOnly: true },
  ]);
});

test("an exported type's name that two files declare is reported", () => {
  const sources = [
    ["a.ts", "export interface One {}\nexport type Two = 1;\nexport const Four = 4;"],
    ["b.ts", "type One = 1;\nexport class Two {}\nexport type { Three } from './c.ts';"],
    ["c.ts", "export interface Three {}\nexport type Three = 3;\nexport type Four = 4;"],
  ] as const;
  expect(typesOfSeveralFiles(sources)).toEqual(["The type Two is declared in a.ts and b.ts."]);
});

test("few statements write completions, and each is known", () => {
  const root = resolve(import.meta.dirname, "..");
  const files = globSync("{app,server,site,platform,domain}/**/*.{ts,tsx}", { cwd: root }).filter(
    (file) => !file.endsWith(".test.ts"),
  );
  const counts = files.flatMap((file) => {
    const count = completionWrites(readFileSync(join(root, file), "utf8")).length;
    return count === 0 ? [] : [[file, count]];
  });
  expect(Object.fromEntries(counts)).toEqual({
    "app/features/catalogue/repository.server.ts": 1,
    // One that adds, one that adds many, one that changes, and one that removes what a real row displaces.
    "app/features/completions/repository/stored-completion.server.ts": 4,
    // Its own table is a value; this is what its rows displace.
    "app/features/import/repository.server.ts": 1,
    "app/features/players/repository/normal-keys.server.ts": 1,
    "app/features/privacy/repository.server.ts": 2,
    "app/features/sample/repository.server.ts": 2,
  });
});
