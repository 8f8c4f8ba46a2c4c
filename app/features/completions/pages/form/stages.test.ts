import { expect, test } from "vitest";
import { afterEvent, EDITING, isUnderWay, type SendingEvent } from "./stages.ts";

const after = (...events: readonly SendingEvent[]) => events.reduce(afterEvent, EDITING);
const fine: SendingEvent = { type: "checked", problems: {} };

test("a form without problems is sent, and one with problems stays to be edited with its fields marked", () => {
  expect(after(fine).now).toEqual({ stage: "sending" });
  const refused = after({ type: "checked", problems: { map: "Map is missing.", notes: "Too long." } });
  expect(refused).toMatchObject({ now: { stage: "editing" }, timesRefused: 1 });
  expect(afterEvent(refused, { type: "edited", clears: (field) => field === "map" }).problems).toEqual({
    notes: "Too long.",
  });
});

test("while the index is asked for the original the form is under way, and an answer after a failure changes nothing", () => {
  const asking = after(fine, { type: "original-requested" });
  expect(isUnderWay(asking.now)).toBe(true);
  expect(afterEvent(asking, { type: "original-answered" }).now.stage).toBe("sending");
  const failed = { stage: "failed", message: "No.", remedy: null } as const;
  const late = afterEvent(afterEvent(asking, { type: "ended", outcome: failed }), {
    type: "original-answered",
  });
  expect(late.now).toEqual(failed);
});

test("an unknown original is told once for its address, and a cancelled form can be edited again", () => {
  const unknown = after(fine, { type: "original-requested" }, { type: "original-unknown", address: "/at" });
  expect(unknown).toMatchObject({ now: { stage: "editing" }, timesRefused: 1, unknownOriginal: "/at" });
  expect(after(fine, { type: "cancelled" }).now).toEqual({ stage: "editing" });
});
