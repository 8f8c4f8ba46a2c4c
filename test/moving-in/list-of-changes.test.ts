import { expect, test } from "vitest";
import { openData } from "../../app/api/repositories.server.ts";
import { importIndex } from "../../app/features/import/import.server.ts";
import { undoImport } from "../../app/features/import/undo.server.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import type { ChangesAnswer } from "../../domain/contract/history.ts";
import { api } from "../../domain/contract/routes.ts";
import { readIndex } from "../../platform/node/moving-in/read.ts";
import { testApp } from "../factories.ts";
import { openEngine } from "../runtime/node/engine.ts";
import { FORMS, ODD_INDEX } from "./fixture.ts";
import { NOW, OPTIONS } from "./site.ts";

const HELPER = { id: "hel", roles: ["Index Helper"] };

test("the list of changes shows an import as one entry, which only the command line can undo", async () => {
  const engine = await openEngine();
  const app = await testApp(engine);
  const newest = async () => {
    const { body } = await app.getAs(api.changes(), HELPER.id, HELPER.roles);
    return (body as unknown as ChangesAnswer).results.map(({ action, title, undo, id }) => ({
      action,
      title,
      undo,
      id,
    }));
  };
  const importing = {
    ...{ database: engine.database, data: openData(engine.database), challenges: CHALLENGES },
    ...{ now: () => NOW, progress: () => {} },
  };
  const { data } = await readIndex(FORMS["an SQL dump"]?.(ODD_INDEX) ?? "");
  const act = (await importIndex(data, OPTIONS, importing)).act ?? "";
  const title = expect.stringMatching(/^An import of \d+ completions/);
  expect(await newest()).toEqual([{ action: "import", title, undo: "command", id: act }]);
  await undoImport(act, importing);
  expect(await newest()).toEqual([
    { action: "undo-import", title, undo: "never", id: expect.any(String) },
    { action: "import", title, undo: "never", id: act },
  ]);
});
