import { CHALLENGES } from "../../../../domain/challenges/index.ts";
import { packMapMark } from "../../../../domain/fields/marks/packed.ts";
import { MAPS } from "../../../../domain/game/maps.ts";
import { towerMarksOf } from "../../../ui/marks.server.ts";

/** What the row in the picture shows. Nobody played it, so it names no player. */
const EXAMPLE = {
  towers: ["Absolute Zero", "Grand Saboteur"],
  map: "Quad",
  player: "Player",
  version: "44.1",
  date: "2024-07-31",
  verified: "2 h ago",
} as const;

/** Loads every challenge with what it asks for, and the row of the picture with its marks. */
export function loadNewHere() {
  const challenges = Array.from(CHALLENGES.values(), ({ key, label, navLabel, name, summary }) => ({
    ...{ key, label, name, summary },
    // The menu may call it something else.
    alsoCalled: navLabel === undefined || navLabel === label ? null : navLabel,
  }));
  const map = MAPS.find(({ name }) => name === EXAMPLE.map);
  const marks = {
    towers: towerMarksOf(EXAMPLE.towers),
    maps: map ? { [map.name]: packMapMark(map.difficulty, map.abbreviation) } : {},
  };
  return { challenges, example: { ...EXAMPLE, marks } };
}

export type NewHereData = ReturnType<typeof loadNewHere>;
