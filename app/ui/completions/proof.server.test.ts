import { expect, test } from "vitest";
import { CHALLENGES } from "../../../domain/challenges/index.ts";
import type { Details } from "../../../domain/contract/page-context.ts";
import type { PageContext } from "../context.ts";
import { proofsOf } from "./proof.server.ts";

const definition = CHALLENGES.get("lcc");
const PAGE = { site: { mediaOrigin: null } } as PageContext;
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
  const proofs = proofsOf(definition, { filekey: "id", link }, details, PAGE);
  expect(proofs.map(({ kind, name }) => `${kind}: ${name}`)).toEqual(shown);
});

const SIGNED = "https://cdn.discordapp.com/attachments/1/2/proof.png?ex=66a8c380&is=1&hm=2";

test.each([
  [SIGNED, "2024-07-29", "works until 2024-07-30"],
  [SIGNED, "2024-07-30", "works until 2024-07-30"],
  [SIGNED, "2024-07-31", "stopped working on 2024-07-30"],
  // Whoever is not asked for the day need not make the page again on the next.
  ["https://tmpfiles.org/1/proof.png", null, "may not be kept there"],
  [LINK, null, null],
])("of %s it is said on %s: %s", (link, day, ending) => {
  if (!definition) throw new Error("no LCC");
  const today = () => {
    if (day === null) throw new Error("asked for the day");
    return day;
  };
  const proofs = proofsOf(definition, { filekey: "id", link }, { files: [], links: [] }, { ...PAGE, today });
  expect(proofs).toMatchObject([{ ending }]);
});
