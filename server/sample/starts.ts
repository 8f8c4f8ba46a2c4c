import type { NewChimpsStart } from "../data/chimps-starts.ts";
import { seeded } from "./random.ts";
import { FIRST_DAY, timeOf } from "./versions.ts";

/** The index's own latest videos: a video that surely is there, and shows how one looks on the page. */
const VIDEOS = "https://www.youtube.com/playlist?list=UULFFbnVzrtC3yShaAqwbAsyPw";

/** Titles by map; whoever reads one sees at once that it is no real guide. "▶" leads to the videos. */
const TITLES: Readonly<Record<string, readonly string[]>> = {
  "Monkey Meadow": ["Dart Monkeys until round 20", "▶ The first ten rounds, watched"],
  Logs: ["Quincy and one Dart Monkey"],
  "End Of The Road": ["Boomerang Monkey at the bend"],
  "Adora's Temple": ["Adora from round 12", "A Druid between the paths"],
  Cornfield: ["Clear the corn first, or do not"],
  "Off The Coast": ["Monkey Sub and Monkey Buccaneer", "▶ Starting in the water, watched"],
  "#Ouch": [
    "Tack Shooter in the middle",
    "Alchemist by round 16 \u{1F388}",
    '"Quotes", commas & <b>markup</b> in a title',
  ],
  "Muddy Puddles": ["Four lanes, four Dart Monkeys"],
  Quad: ["▶ All four sides, watched", "Obyn where the paths cross"],
  "Dark Castle": ["Ice Monkey at both gates"],
};

/** The sample CHIMPS starts: the same under the same ids every time. */
export function sampleStarts(): readonly NewChimpsStart[] {
  const random = seeded("chimps-starts");
  return Object.entries(TITLES).flatMap(([map, titles]) =>
    titles.map((title, place) => {
      const uuid = random.uuid();
      return {
        uuid,
        map,
        title: `Sample: ${title.replace("▶ ", "")}`,
        link: title.startsWith("▶") ? VIDEOS : `https://example.org/sample/start/${uuid}`,
        createdAt: timeOf(FIRST_DAY + place, 0),
        sample: true,
      };
    }),
  );
}
