import { expect, test } from "vitest";
import { CHALLENGES } from "../../../../../domain/challenges/index.ts";
import { typedFrom } from "../../../../ui/forms/draft.ts";
import { NO_FILES } from "../../../../ui/forms/draft-files.ts";
import { type Filled, placeFiles } from "./filled.ts";

const file = (name: string, type: string): File => new File(["x"], name, { type });
const picture = (name: string) => file(name, "image/png");
const video = (name: string) => file(name, "video/mp4");

const empty: Filled = {
  ...NO_FILES,
  typed: typedFrom({}),
};

function placed(key: string, files: readonly File[], before: Filled = empty) {
  const definition = CHALLENGES.get(key);
  if (!definition) throw new Error(key);
  const { image, slots, attachments } = placeFiles({ ...before, definition, edited: null }, files);
  return [
    image?.name ?? null,
    Object.fromEntries(Object.entries(slots).map(([role, { name }]) => [role, name])),
    attachments.map(({ name }) => name),
  ];
}

test("files fill the free slots: pictures in order, a video where one is asked for, the rest as attachments", () => {
  expect(placed("2tc", [video("run.mp4"), picture("1.png"), picture("2.png"), picture("3.png")])).toEqual([
    "1.png",
    { setup: "2.png", recording: "run.mp4" },
    ["3.png"],
  ]);
  expect(placed("2mp", [video("run.mp4"), picture("1.png")])).toEqual(["run.mp4", { setup: "1.png" }, []]);
  expect(placed("lcc", [picture("1.png"), picture("2.png")])).toEqual(["1.png", {}, ["2.png"]]);
});

test("no file takes the place of the proof when the proof is a link", () => {
  const linked: Filled = { ...empty, typed: { ...empty.typed, mode: "link" } };
  expect(placed("2tc", [picture("1.png")], linked)).toEqual([null, { setup: "1.png" }, []]);
});
