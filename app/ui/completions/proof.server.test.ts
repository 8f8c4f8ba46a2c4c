import { expect, test } from "vitest";
import { CHALLENGES } from "../../../domain/challenges/index.ts";
import type { Details, PageContext } from "../../../domain/contract/page-context.ts";
import { proofsOf } from "./proof.server.ts";

const definition = CHALLENGES.get("lcc");
const FILE = { key: "id", contentType: "image/png", isMissing: false, role: null };
const LINK = "https://example.org/proof";

test.each([
  ["a link", LINK, [], ["link: Proof"]],
  ["a file", null, [FILE], ["picture: Proof"]],
  ["a link and a file", LINK, [FILE], ["link: Proof", "picture: Proof (file)"]],
  ["neither", null, [], ["picture: Proof"]],
])("a completion with %s shows all of its proof", (_, link, files, shown) => {
  if (!definition) throw new Error("no LCC");
  const details = { files: files as unknown as Details["files"], links: [] };
  const context = { site: { mediaOrigin: null } } as PageContext;
  const proofs = proofsOf(definition, { filekey: "id", link }, details, context);
  expect(proofs.map(({ kind, name }) => `${kind}: ${name}`)).toEqual(shown);
});
