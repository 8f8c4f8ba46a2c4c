import type { Random } from "./random.ts";

/**
 * Whoever reads a sample row must see at once that nobody real is meant. The most active come first. Among the names
 * is whatever real names bring: accents, quotes, commas, emoji, right-to-left and other scripts, and text that only
 * looks like markup.
 */
export const PEOPLE: readonly string[] = [
  ...[
    "Ada",
    "Zoë",
    "Ben",
    "Łukasz",
    "🎈 Pop",
    "Cleo",
    '"Quote" O\'Neil',
    "Dev",
    "ליאת",
    "Émile",
    "Finn",
    "Smith, Jr.",
  ],
  ...[
    "Gia",
    "桜",
    "Hugo",
    "Åsa",
    "مريم",
    "Ines",
    "<b>Bo</b>",
    "Jun",
    "*Star*_",
    "Kira",
    "Señor Dardo",
    "Leo",
    "Мила",
  ],
  ...[
    "Mona",
    "Nils",
    "Ödön",
    "Oona",
    "Pia",
    "O'Hara",
    "Quinn",
    "Rosa",
    "민준",
    "Sami",
    "Tess",
    "Çağla",
    "Uli",
    "Vera",
  ],
  ...[
    "👑 Ninja 🐒",
    "Wim",
    "Xenia",
    "Ystad, Björn",
    "Yara",
    "Zeno",
    "Ñusta",
    "Ari & Co.",
    "Bram",
    "Chiara",
    "#1 Fan",
  ],
  ...["Dot.", "Ewa", "50% Luck", "Freya", "Γιώργος", "Gus", "Hedy", "semi;colon", "Ivo", "Jana", "`Kit`"],
].map((name) => `Sample player ${name}`);

/** A few players hold many completions and many hold a few, as on any leaderboard. */
const ACTIVITY = PEOPLE.map((_, rank) => 1 / (rank + 3));

/** Different players, as many as asked for. */
export function pickPeople(random: Random, count: number): string[] {
  const people = new Set<string>();
  while (people.size < count) people.add(PEOPLE[random.weighted(ACTIVITY)] as string);
  return [...people];
}
