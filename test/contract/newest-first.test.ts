import { describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { api } from "../../domain/contract/routes.ts";
import { emptyApp } from "../factories.ts";

const HELPER = { id: "hel", roles: ["Index Helper"] };

const at = (day: number) => `2026-01-0${day}T12:00:00.000Z`;

describe.each([...CHALLENGES.keys()])("sorting %s by newest", (challenge) => {
  test("uses the time of verification, or of submission for claims; rows without one come last either way", async () => {
    const app = await emptyApp(await openEngine());
    const verified = await app.add(challenge, { map: "Quad", createdAt: at(2) });
    const claim = await app.add(challenge, {
      map: "#Ouch",
      createdAt: at(3),
      pending: "ada",
      verifiedBy: null,
    });
    // As from an import, where nobody knows who verified it, or when.
    const imported = await app.add(challenge, { map: "Logs", createdAt: at(9), verifiedBy: null });
    const newer = await app.add(challenge, { map: "Cubism", createdAt: at(4) });
    const order = async (sortby: string) =>
      (await app.get(api.list(challenge, { sortby }))).body.results.map(({ filekey }) => filekey);
    const newest = [newer.id, claim.id, verified.id];
    expect(await order("newest")).toEqual([...newest, imported.id]);
    expect(await order("newest DESC")).toEqual([...newest.toReversed(), imported.id]);

    const entries = JSON.stringify([claim.id]);
    expect((await app.post(api.verifyCompletions(), { entries }, HELPER)).status).toBe(200);
    expect(await order("newest")).toEqual([claim.id, newer.id, verified.id, imported.id]);
  });
});
