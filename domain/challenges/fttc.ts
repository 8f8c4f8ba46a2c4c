import { ascending, type ChallengeDefinition } from "./define.ts";
import { CHIMPS } from "./game-settings.ts";
import { afterYouSubmit, excludeUnusedTowers, linkOrUpload, type RuleSection } from "./rules.ts";

/** The rules of FTTC (SPEC section 5). */
const RULES: readonly RuleSection[] = [
  {
    title: "Towers",
    items: [
      {
        id: "no-heroes",
        text: "Heroes are not allowed.",
        metBy: ["towerset"],
        check: {
          line: "No heroes",
          by: "facts",
          brokenBy: ({ code, values }) => code === "wrong-kind-of-tower" && values.kind === "hero",
          fails: "Heroes are not allowed.",
        },
      },
      excludeUnusedTowers,
    ],
  },
  {
    title: "Proof",
    items: [
      linkOrUpload,
      {
        id: "every-type",
        text: "Enter every tower type that you used.",
        check: {
          line: "Every tower type entered",
          by: "look",
          fails: "Some tower types that you used are not entered.",
        },
      },
    ],
  },
  afterYouSubmit,
];

export const fewestTowerTypes = {
  key: "fttc",
  label: "FTTC",
  name: "Fewest Tower Types CHIMPS",
  summary: "Completing a CHIMPS game with the fewest types of tower",
  description:
    "Complete a CHIMPS game with as few different types of tower as you can, and without heroes. " +
    "The first verified completion of a map with a set of tower types is the OG (original) completion.",
  askedAs: [
    "fewest|least|lowest|minimum|min|smallest type",
    "fewest|least|lowest|minimum|min|smallest tower type",
    "fewest|least|lowest|minimum|min|smallest different tower",
    "different tower type",
  ],
  rules: RULES,
  game: { ...CHIMPS, selectedHero: "forbidden", towers: "exactly", paths: "enough" },
  fields: {
    map: { kind: "map", label: "Map" },
    towerset: { kind: "towerset", label: "Tower Types", takes: ["type"], set: true },
    person: { kind: "person", label: "Player", position: 0 },
    version: { kind: "version", label: "Update", column: "OG Version", ogExtra: true },
    date: { kind: "date", label: "Date", column: "OG Date", ogExtra: true },
  },
  keys: ["map", "towerset"],
  identity: ["map", "towers"],
  og: ["map", "towers"],
  order: [ascending("map")],
  columns: ["map", "towerset", "person", "version", "date", "info", "og"],
  record: { by: "towerCount", least: true, scopes: [["map"]], words: "Fewest types" },
  heading: "{towerset} FTTC on {map}",
  views: ["list"],
  csv: [],
  versionBox: false,
} satisfies ChallengeDefinition;
