import { z } from "zod";
import { GAME_VERSION_FIELDS } from "../nouns/game-version.ts";
import { nounShape } from "../submissions/noun-form.ts";
import { allOf, DONE, get, post } from "./define.ts";
import { api } from "./routes.ts";

export const gameVersionRow = z.object(nounShape(GAME_VERSION_FIELDS));
const All = allOf(gameVersionRow);

export const gameVersions = get(
  api.gameVersions(),
  {},
  { summary: "When versions of the game came out, newest first, as far as helpers know", result: All },
);
export const addGameVersion = post(api.addGameVersion(), {
  access: "helper",
  summary: "Adds the day on which a version of the game came out",
  result: DONE,
  fields: Object.keys(GAME_VERSION_FIELDS),
});
export const deleteGameVersion = post(api.deleteGameVersion(), {
  access: "helper",
  summary: "Deletes the day on which a version of the game came out",
  result: DONE,
  fields: ["version"],
});

export const gameVersionAddresses = [gameVersions, addGameVersion, deleteGameVersion];
