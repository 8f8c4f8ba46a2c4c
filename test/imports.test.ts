import { describe, expect, test } from "vitest";
import { importsOf } from "../scripts/imports/parse.mjs";
import { violations } from "../scripts/imports/rules.mjs";

const reasons = (file: string, source: string) => violations(file, source).map(({ reason }) => reason);

describe("an import in the wrong direction is reported", () => {
  test.each([
    ["game/towers.ts", 'import { x } from "../fields/tower/kind.ts";'],
    ["messages/en.ts", 'import { x } from "../fields/kind.ts";'],
    ["fields/tower/kind.ts", 'export { x } from "../../server/app.ts";'],
    ["challenges/2tc.ts", 'import "../derive/table.ts";'],
    ["derive/table.ts", 'const x = await import("../ui/root.tsx");'],
    ["derive/table.ts", 'import { Link } from "react-router";'],
    ["fields/tower/Input.tsx", `import { renderToString } from "react-dom/server";`],
    ["fields/tower/Input.tsx", 'import { Logo } from "../../ui/components/Logo.tsx";'],
    ["server/app.ts", 'import { readFile } from "node:fs/promises";'],
    ["server/app.ts", 'import { open } from "../platform/node/sqlite.ts";'],
    ["server/app.ts", 'import { theme } from "../ui/theme.ts";'],
    ["ui/pages/maps/route.tsx", 'import {\n  type A,\n  b,\n} from "../../../server/maps/present.ts";'],
    ["ui/pages/maps/route.tsx", 'import type { A } from "../../../server/maps/present.ts";'],
    ["server/app.ts", 'import type { A } from "../ui/context.ts";'],
    ["server/maps/routes.ts", 'import { sql } from "kysely";'],
    ["server/maps/routes.ts", "const q = `SELECT name\n  FROM map`;"],
    ["server/maps/routes.ts", 'const q = "delete from map where name = ?";'],
  ])("in %s: %s", (file, source) => {
    expect(reasons(file, source)).toHaveLength(1);
  });
});

describe("an import in the right direction is allowed", () => {
  test.each([
    ["derive/table.ts", 'import { towers } from "../game/towers.ts";'],
    ["server/app.ts", 'import type { Site } from "../contract/page-context.ts";'],
    ["ui/pages/maps/route.tsx", 'import { paths } from "../../../routes.ts";'],
    ["fields/tower/Input.tsx", 'import { Link } from "react-router";'],
    ["server/data/maps.ts", 'import { sql } from "kysely";\nconst q = "select name from map";'],
    ["platform/node/main.ts", 'import { createServer } from "node:http";'],
    ["test/factories.ts", 'import { createApp } from "../server/app.ts";'],
    ["server/maps/routes.ts", '// Select a map from the list\nconst label = "Select a map from the list";'],
  ])("%s: %s", (file, source) => {
    expect(reasons(file, source)).toEqual([]);
  });
});

test("an import is reported on the line that names the file", () => {
  const source =
    '// import { z } from "./z.ts";\nimport {\n  a,\n} from "./a.ts";\nimport type { B } from "./b.ts";\n';
  expect(importsOf(source)).toEqual([
    { specifier: "./a.ts", line: 4, typeOnly: false },
    { specifier: "./b.ts", line: 5, typeOnly: true },
  ]);
});
