import { cash } from "../../fields/money/cash.ts";
import type { Random } from "./random.ts";
import type { Run } from "./recipes/run.ts";

/** The game's challenge codes have seven characters; this one is nobody's. */
const codeOf = (random: Random): string => `ZXMPLE${random.integer(1, 9)}`;

const first = ({ towers }: Run): string => towers[0] ?? "";
const last = ({ towers }: Run): string => towers.at(-1) ?? "";

type Template = (run: Run, random: Random) => string;

/** GitHub-flavoured Markdown, a little of everything that players write. */
const ABOUT_TOWERS: readonly Template[] = [
  (_run, random) => `Challenge code: \`${codeOf(random)}\``,

  (run, random) =>
    `**Sample notes.** ${first(run)} goes down first, then everything is saved for round ${random.integer(37, 63)}.
Challenge code: \`${codeOf(random)}\``,

  (run, random) =>
    `Hard rounds on ${run.map}:

- round 63: ceramics arrive bunched, *first* targeting until they thin out
- round ${random.pick([76, 78])}: ${last(run)} on **strong**
- rounds 95 to 99: abilities every 20 seconds
- round 100: saved everything for it

Code \`${codeOf(random)}\`.`,

  (run, random) =>
    `| Round | Cash left | What was bought |
| ---: | ---: | --- |
| 6 | ${random.integer(0, 40) * 5} | ${first(run)} |
| 38 | ${random.integer(20, 200) * 5} | crosspath |
| 63 | ${random.integer(100, 600) * 5} | ${last(run)} |
| 100 | ${random.integer(400, 3000) * 5} | nothing more |

Challenge code: \`${codeOf(random)}\``,

  (run, random) =>
    `Checked before submitting:

- [x] victory screen
- [x] final setup on ${run.map}
- [x] challenge code \`${codeOf(random)}\`
- [ ] recording of round 98

Recording: [sample video](https://example.org/sample/video/${random.integer(1000, 9999)})`,

  (run, random) =>
    `### How it went

1. Open with ${first(run)} near the ${random.pick(["entrance", "exit", "middle", "crossing"])}.
2. Micro the targeting from round ${random.integer(40, 60)} on.
3. Round 98 takes every ability at once.

> ${random.integer(2, 140)} tries, and the last one had the luck.

See <https://example.org/sample/guide> for a longer account. Code \`${codeOf(random)}\`.`,

  (_run, random) =>
    `~~Impossible~~ only unlikely: about 1 in ${random.integer(3, 40)} tries gets past round 63. 🎈 Merci à tous, תודה, ありがとう!

Code \`${codeOf(random)}\``,

  (run, random) =>
    `Placement matters more than anything else here: ${first(run)} has to see both sides of ${run.map}. The first attempts
leaked on round ${random.integer(80, 90)}; two pixels to the left and the same build holds. Nothing else changed.

\`\`\`text
${codeOf(random)}   restart on round ${random.integer(20, 39)} if a lead slips through
\`\`\``,
];

/** For runs that record no towers. */
const ABOUT_COST: readonly Template[] = [
  (_run, random) => `Challenge code: \`${codeOf(random)}\``,

  ({ map, money }, random) =>
    `**${cash(money ?? 0)}** on ${map}, cash spent counted by hand:

| Part | Share |
| --- | ---: |
| opening | ${random.integer(8, 25)} % |
| middle rounds | ${random.integer(30, 45)} % |
| the rest | what is left |

Code \`${codeOf(random)}\`.`,

  ({ map }, random) =>
    `- no farming, no selling
- every tower on ${map} placed by pixel, see the [sample video](https://example.org/sample/video/${random.integer(1000, 9999)})
- ${random.integer(5, 90)} restarts, *most of them before round 40*`,

  (_run, random) =>
    `There is still about $${random.integer(2, 30) * 25} to save, if somebody likes timing more than I do. 🐒`,
];

/** Markdown notes about a run. Two of three runs have some, a showcase always; the others answer an empty text. */
export function notesOn(run: Run, random: Random): string {
  const wanted = random.chance(2 / 3);
  const notes = random.pick(run.towers.length > 0 ? ABOUT_TOWERS : ABOUT_COST)(run, random);
  return wanted || run.showcase ? notes : "";
}
