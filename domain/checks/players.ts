import { fieldsOfKind } from "../challenges/fields.ts";
import { personKey } from "../game/name-key.ts";
import { type Check, failure, outcomeOf } from "./check.ts";

const samePerson: Check = {
  id: "same-person",
  level: "refuse",
  whether: "the players are different people",
  applies: (definition) => fieldsOfKind(definition, "person").length > 1,
  run(run) {
    const players = run.entries("people");
    const failures = players.flatMap((player, at) => {
      const same = players
        .slice(0, at)
        .find(({ text }) => text !== "" && personKey(text) === personKey(player.text));
      return same ? [failure(player, ["same-player", { other: same.label }], [same.name])] : [];
    });
    return outcomeOf(
      failures,
      players.some(({ text }) => text === ""),
    );
  },
};

export const playerChecks: readonly Check[] = [samePerson];
