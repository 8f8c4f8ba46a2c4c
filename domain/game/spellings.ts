/**
 * The community's index's current spellings, by kind, where they differ from the game's. Its clients look answers up
 * under these and know no others: domain/game/community-names.ts.
 */
export const COMMUNITY_TOWERS: Readonly<Record<string, string>> = {
  "Druid Monkey": "Druid",
  Engineer: "Engineer Monkey",
};

export const COMMUNITY_UPGRADES: Readonly<Record<string, string>> = {
  "Spike-O-Pult": "Spike-o-pult",
  "M.o.a.r Glaives": "M.O.A.R Glaives",
  "Moab Press": "MOAB Press",
  "Moab Domination": "MOAB Domination",
  "Moab Mauler": "MOAB Mauler",
  "Moab Assassin": "MOAB Assassin",
  "Moab Eliminator": "MOAB Eliminator",
  "Ring Of Fire": "Ring of Fire",
  "Crucible Of Steel And Flame": "Crucible of Steel and Flame",
  "Hearld Of Everfrost": "Herald of Everfrost",
  "Moab Glue": "MOAB Glue",
  "Semi Automatic": "Semi-Automatic",
  "Maim Moab": "Maim MOAB",
  "Cripple Moab": "Cripple MOAB",
  "Submerge And Support": "Submerge and Support",
  "Pre-Emptive Strike": "Pre-emptive Strike",
  "Moab Shove": "MOAB Shove",
  "Pop And Awe": "Pop and Awe",
  "Ray Of Doom": "Ray of Doom",
  "M.a.d": "M.A.D",
  Necromancer: "Necromancer: Unpopped Army",
  "Prince Of Darkness": "Prince of Darkness",
  "Legend Of The Night": "Legend of the Night",
  "Lead To Gold": "Lead to Gold",
  "Rubber To Gold": "Rubber to Gold",
  "Druid Of The Storm": "Druid of the Storm",
  "Druid Of The Jungle": "Druid of the Jungle",
  "Druid Of Wrath": "Druid of Wrath",
  "Monarch Of Storms": "Monarch of Storms",
  "Spirit Of The Forest": "Spirit of the Forest",
  "Avatar Of Wrath": "Avatar of Wrath",
  "Root Of All Nature": "Root of all Nature",
  "Lord Of The Abyss": "Lord of the Abyss",
  "Imf Loan": "IMF Loan",
  "Moab Shredr": "MOAB SHREDR",
  "Carpet Of Spikes": "Carpet of Spikes",
  "Call To Arms": "Call to Arms",
  "Xxxl Trap": "XXXL Trap",
};

export const COMMUNITY_MAPS: Readonly<Record<string, string>> = {
  "Middle Of The Road": "Middle of the Road",
  "#ouch": "#Ouch",
  Kartsndarts: "KartsNDarts",
  "Three Mines Round": "Three Mines 'Round",
};

/**
 * Every non-canonical spelling that the community uses or has used, by kind. Those that differ only in case, blanks,
 * hyphens or punctuation are included so that the list is complete; the look-up would find them anyway.
 */
export const TOWER_SPELLINGS: Readonly<Record<string, string>> = {
  ...COMMUNITY_TOWERS,
  Alch: "Alchemist",
  Ninja: "Ninja Monkey",
  Super: "Super Monkey",
  Wizard: "Wizard Monkey",
  Dartling: "Dartling Gunner",
  Heli: "Heli Pilot",
  Ace: "Monkey Ace",
  Bucc: "Monkey Buccaneer",
  Sub: "Monkey Sub",
  Mortar: "Mortar Monkey",
  Sniper: "Sniper Monkey",
  Bomb: "Bomb Shooter",
  Boomer: "Boomerang Monkey",
  Dart: "Dart Monkey",
  Glue: "Glue Gunner",
  Ice: "Ice Monkey",
  Tack: "Tack Shooter",
  "Monkey Farm": "Banana Farm",
  Beast: "Beast Handler",
  Engi: "Engineer Monkey",
  Village: "Monkey Village",
  Spact: "Spike Factory",
};

export const UPGRADE_SPELLINGS: Readonly<Record<string, string>> = {
  ...COMMUNITY_UPGRADES,
  Superstorm: "Monarch of Storms",
  "Base Monkey Farm": "Base Farm",
  "The Anti-bloon": "The Anti-Bloon",
  "Neva-miss Targeting": "Neva-Miss Targeting",
  "Ultra-juggernaut": "Ultra-Juggernaut",
  "Monkey-nomics": "Monkey-Nomics",
  "Perma-spike": "Perma-Spike",
};

export const HERO_SPELLINGS: Readonly<Record<string, string>> = {
  "Dan D'Monke": "Dan",
};
