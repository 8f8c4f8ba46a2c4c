import type { OtherChange } from "./facts.ts";

/**
 * The 23 changes of versions 55 and 56 that are known besides the prices in price-changes.ts: paragons, what is new, and
 * what a comparison of the game's files of 54.0 and 55.1 shows. The database is seeded with them, each once. A version
 * is the one that the game's own notes name, or else the first in which the change was seen.
 */
const ROWS: readonly (readonly [string, string, OtherChange["nature"], string])[] = [
  ["55", "Dan", "miscellaneous", "New hero: costs $700 on hard ($650 on medium)"],
  ["55.0", "Monkey Ace", "nerf", "004 Spectre and 005 Flying Fortress: darts do 6 damage instead of 8"],
  ["55.1", "Monkey Ace", "nerf", "004 Spectre: bombs do 4 extra damage to Ceramics instead of 5"],
  [
    "55.0",
    "Bomb Shooter",
    "nerf",
    "Paragon Ballistic Obliteration Missile Bunker costs $650,000 instead of $600,000 on medium",
  ],
  [
    "55.1",
    "Bomb Shooter",
    "buff",
    "Paragon Ballistic Obliteration Missile Bunker: three explosions do more extra damage to bosses (3,500 instead of 2,500, 1,250 instead of 1,000, 600 instead of 500)",
  ],
  ["55.0", "Engineer Monkey", "buff", "Paragon Master Builder costs $600,000 instead of $650,000 on medium"],
  [
    "55.0",
    "Engineer Monkey",
    "nerf",
    "Paragon Master Builder: nail guns attack every 2 s instead of 1.5 s, and do 100 extra damage to bosses instead of 300",
  ],
  [
    "55.1",
    "Boomerang Monkey",
    "miscellaneous",
    "301 and 302 Glaive Ricochet: pierce 15 instead of 30, projectile speed 220 instead of 175, as 300 had before",
  ],
  [
    "55.1",
    "Boomerang Monkey",
    "buff",
    "400 with a crosspath, 500 and Paragon Glaive Dominus: glaive speed 300 instead of 297.5 (390 instead of 386.75 for 420 and 520)",
  ],
  [
    "55.1",
    "Desperado",
    "buff",
    "030, 040 and 050: range 80 instead of 28, short-range attack 40 instead of 28",
  ],
  ["55.1", "Desperado", "buff", "050 Golden Justice: radius of the mark 18 instead of 2"],
  ["55.0", "Druid", "nerf", "500 Monarch of Storms: the storm does 100 damage instead of 150"],
  ["55.0", "Druid", "nerf", "Paragon Root of all Nature: the tree attacks every 18 s instead of 6 s"],
  ["55.1", "Glue Gunner", "nerf", "040 Glue Strike: ability cooldown 40 s instead of 30 s"],
  [
    "55.1",
    "Mermonkey",
    "nerf",
    "300 Abyss Dweller: tentacle explosions no longer do 6 extra damage to Ceramics (not certain: it may only be written differently in the game's files)",
  ],
  [
    "55.0",
    "Wizard Monkey",
    "nerf",
    "Paragon Magus Perfectus: the flamethrower does 800 extra damage to bosses instead of 1,000",
  ],
  [
    "55.1",
    "Beast Handler",
    "buff",
    "Barracuda of 203 to 205 and 210 to 250: range 35 instead of 30, as 200 had before",
  ],
  [
    "55.1",
    "Sniper Monkey",
    "miscellaneous",
    "024: shrapnel does 1 damage instead of 2, and 1 extra to Ceramics",
  ],
  [
    "55.1",
    "Ice Monkey",
    "miscellaneous",
    "Paragon Herald of Everfrost: shards do 50 extra damage to all MOAB-class Bloons instead of MOABs alone (not certain: it may only be written differently in the game's files)",
  ],
  [
    "55.0",
    "Adora",
    "buff",
    "Level 20: the ball of light does 20 damage instead of 15, also to Fortified Bloons",
  ],
  [
    "55.0",
    "Pat",
    "buff",
    "Range 27 instead of 24 (levels 1 to 8), 30 instead of 27 (9 to 15), 30 instead of 29 (16 to 20)",
  ],
  [
    "55.1",
    "Pat",
    "buff",
    "Pierce of the area attack 30 instead of 20 (levels 15 to 17), 40 instead of 30 (18 to 20); the ability of level 20 has two projectiles instead of one",
  ],
  [
    "56",
    "Skywarden",
    "miscellaneous",
    "New magic tower without a paragon: costs $220 on hard ($205 on medium)",
  ],
];

export const OTHER_CHANGES: readonly OtherChange[] = ROWS.map(([version, tower, nature, change]) => ({
  version,
  tower,
  nature,
  change,
}));
