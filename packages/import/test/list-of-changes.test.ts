import { expect, test } from "vitest";
import { openData } from "../../../app/api/repositories.server.ts";
import { CHALLENGES } from "../../../domain/challenges/index.ts";
import type { ChangesAnswer } from "../../../domain/contract/history.ts";
import { api } from "../../../domain/contract/routes.ts";
import { testApp } from "../../../test/factories.ts";
import { openEngine } from "../../../test/runtime/node/engine.ts";
import { readIndex } from "../read.ts";
import { FORMS, ODD_INDEX } from "./fixture.ts";
import { importIndex, NOW, OPTIONS } from "./site.ts";

const HELPER = { id: "hel", roles: ["Index Helper"] };

test("the list of changes shows an import as one entry, which no request can undo", async () => {
  const engine = await openEngine();
  const app = await testApp(engine);
  const importing = {
    ...{ database: engine.database, data: openData(engine.database), challenges: CHALLENGES },
    ...{ now: () => NOW, progress: () => {} },
  };
  const { data } = await readIndex(FORMS["an SQL dump"]?.(ODD_INDEX) ?? "");
  await importIndex(data, OPTIONS, importing);
  const { results } = (await app.getAs(api.changes(), HELPER.id, HELPER.roles))
    .body as unknown as ChangesAnswer;
  expect(results.map(({ action, title, undo, id }) => ({ action, title, undo, id }))).toEqual([
    {
      ...{ action: "import", undo: "never", id: "data/before-import/WHEN" },
      title: expect.stringMatching(
        /^An import of \d+ completions, \d+ maps, \d+ CHIMPS starts and \d+ balance changes$/,
      ),
    },
  ]);
  const seq = String(results[0]?.seq);
  expect(await app.post(api.undoChange(), { seq }, HELPER)).toMatchObject({ status: 409 });
});
