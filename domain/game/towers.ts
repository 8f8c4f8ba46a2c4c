import { START_CASH, type TowerCategory, type TowerType } from "./facts.ts";

/** The names of a path's upgrades at one tier: of the top, the middle and the bottom path. */
type OfPaths = readonly [top: string, middle: string, bottom: string];

function tower(
  name: string,
  category: TowerCategory,
  addedVersion: string | null,
  addedDate: string | null,
  baseCost: number,
  hardCost: number,
  names: { base: string; tier3: OfPaths; tier4: OfPaths; tier5: OfPaths; paragon?: string },
): TowerType {
  const { base, tier3, tier4, tier5, paragon } = names;
  return {
    name,
    category,
    addedVersion,
    addedDate,
    baseCost,
    hardCost,
    affordableAtStart: hardCost <= START_CASH,
    names: {
      base,
      "300": tier3[0],
      "030": tier3[1],
      "003": tier3[2],
      "400": tier4[0],
      "040": tier4[1],
      "004": tier4[2],
      "500": tier5[0],
      "050": tier5[1],
      "005": tier5[2],
      ...(paragon !== undefined && { "555": paragon }),
    },
  };
}

/**
 * The 26 tower types in shop order, with the 273 names of their upgrades.
 * Game version 56.3. Costs are cash on medium and on hard (CHIMPS) difficulty. The version and the date at which a type
 * was added are null where unknown; towers of the initial release have version "1" and no date.
 */
export const TOWER_TYPES: readonly TowerType[] = [
  tower("Dart Monkey", "primary", "1", null, 200, 215, {
    base: "Base Dart",
    tier3: ["Spike-o-pult", "Triple Shot", "Crossbow"],
    tier4: ["Juggernaut", "Super Monkey Fan Club", "Sharp Shooter"],
    tier5: ["Ultra-Juggernaut", "Plasma Monkey Fan Club", "Crossbow Master"],
    paragon: "Apex Plasma Master",
  }),
  tower("Boomerang Monkey", "primary", "1", null, 315, 340, {
    base: "Base Boomer",
    tier3: ["Glaive Ricochet", "Bionic Boomerang", "Kylie Boomerang"],
    tier4: ["M.O.A.R Glaives", "Turbo Charge", "MOAB Press"],
    tier5: ["Glaive Lord", "Perma Charge", "MOAB Domination"],
    paragon: "Glaive Dominus",
  }),
  tower("Bomb Shooter", "primary", "1", null, 375, 405, {
    base: "Base Bomb",
    tier3: ["Really Big Bombs", "MOAB Mauler", "Cluster Bombs"],
    tier4: ["Bloon Impact", "MOAB Assassin", "Recursive Cluster"],
    tier5: ["Bloon Crush", "MOAB Eliminator", "Bomb Blitz"],
    paragon: "Ballistic Obliteration Missile Bunker",
  }),
  tower("Tack Shooter", "primary", "1", null, 260, 280, {
    base: "Base Tack",
    tier3: ["Hot Shots", "Blade Shooter", "Tack Sprayer"],
    tier4: ["Ring of Fire", "Blade Maelstrom", "Overdrive"],
    tier5: ["Inferno Ring", "Super Maelstrom", "The Tack Zone"],
    paragon: "Crucible of Steel and Flame",
  }),
  tower("Ice Monkey", "primary", "1", null, 400, 430, {
    base: "Base Ice",
    tier3: ["Ice Shards", "Arctic Wind", "Cryo Cannon"],
    tier4: ["Embrittlement", "Snowstorm", "Icicles"],
    tier5: ["Super Brittle", "Absolute Zero", "Icicle Impale"],
    paragon: "Herald of Everfrost",
  }),
  tower("Glue Gunner", "primary", "1", null, 225, 245, {
    base: "Base Glue",
    tier3: ["Bloon Dissolver", "Glue Hose", "MOAB Glue"],
    tier4: ["Bloon Liquefier", "Glue Strike", "Relentless Glue"],
    tier5: ["The Bloon Solver", "Glue Storm", "Super Glue"],
  }),
  tower("Desperado", "primary", "49", null, 300, 325, {
    base: "Base Desperado",
    tier3: ["Big Iron", "Deadeye", "Enforcer"],
    tier4: ["Twin Sixes", "Bounty Hunter", "Avenger"],
    tier5: ["The Blazing Sun", "Golden Justice", "The Desert Phantom"],
  }),
  tower("Sniper Monkey", "military", "1", null, 350, 380, {
    base: "Base Sniper",
    tier3: ["Deadly Precision", "Bouncing Bullet", "Semi-Automatic"],
    tier4: ["Maim MOAB", "Supply Drop", "Full Auto Rifle"],
    tier5: ["Cripple MOAB", "Elite Sniper", "Elite Defender"],
  }),
  tower("Monkey Sub", "military", "1", null, 325, 350, {
    base: "Base Sub",
    tier3: ["Submerge and Support", "Ballistic Missile", "Triple Guns"],
    tier4: ["Bloontonium Reactor", "First Strike Capability", "Armor Piercing Darts"],
    tier5: ["Energizer", "Pre-emptive Strike", "Sub Commander"],
    paragon: "Nautic Siege Core",
  }),
  tower("Monkey Buccaneer", "military", "1", null, 400, 430, {
    base: "Base Bucc",
    tier3: ["Destroyer", "Cannon Ship", "Merchantman"],
    tier4: ["Aircraft Carrier", "Monkey Pirates", "Favored Trades"],
    tier5: ["Carrier Flagship", "Pirate Lord", "Trade Empire"],
    paragon: "Navarch of the Seas",
  }),
  tower("Monkey Ace", "military", "1", null, 800, 865, {
    base: "Base Ace",
    tier3: ["Fighter Plane", "Bomber Ace", "Neva-Miss Targeting"],
    tier4: ["Operation: Dart Storm", "Ground Zero", "Spectre"],
    tier5: ["Sky Shredder", "Tsar Bomba", "Flying Fortress"],
    paragon: "Goliath Doomship",
  }),
  tower("Heli Pilot", "military", "1", null, 1500, 1620, {
    base: "Base Heli",
    tier3: ["Razor Rotors", "Downdraft", "MOAB Shove"],
    tier4: ["Apache Dartship", "Support Chinook", "Comanche Defense"],
    tier5: ["Apache Prime", "Special Poperations", "Comanche Commander"],
  }),
  tower("Mortar Monkey", "military", null, "2018-11-19", 600, 650, {
    base: "Base Mortar",
    tier3: ["Shell Shock", "Heavy Shells", "Signal Flare"],
    tier4: ["The Big One", "Artillery Battery", "Shattering Shells"],
    tier5: ["The Biggest One", "Pop and Awe", "Blooncineration"],
  }),
  tower("Dartling Gunner", "military", null, "2020-12-02", 850, 920, {
    base: "Base Dartling",
    tier3: ["Laser Cannon", "Hydra Rocket Pods", "Buckshot"],
    tier4: ["Plasma Accelerator", "Rocket Storm", "Bloon Area Denial System"],
    tier5: ["Ray of Doom", "M.A.D", "Bloon Exclusion Zone"],
  }),
  tower("Wizard Monkey", "magic", "1", null, 250, 270, {
    base: "Base Wizard",
    tier3: ["Arcane Mastery", "Dragon's Breath", "Shimmer"],
    tier4: ["Arcane Spike", "Summon Phoenix", "Necromancer: Unpopped Army"],
    tier5: ["Archmage", "Wizard Lord Phoenix", "Prince of Darkness"],
    paragon: "Magus Perfectus",
  }),
  tower("Super Monkey", "magic", "1", null, 2500, 2700, {
    base: "Base Super",
    tier3: ["Sun Avatar", "Robo Monkey", "Dark Knight"],
    tier4: ["Sun Temple", "Tech Terror", "Dark Champion"],
    tier5: ["True Sun God", "The Anti-Bloon", "Legend of the Night"],
  }),
  tower("Ninja Monkey", "magic", "1", null, 400, 430, {
    base: "Base Ninja",
    tier3: ["Double Shot", "Shinobi Tactics", "Flash Bomb"],
    tier4: ["Bloonjitsu", "Bloon Sabotage", "Sticky Bomb"],
    tier5: ["Grandmaster Ninja", "Grand Saboteur", "Master Bomber"],
    paragon: "Ascended Shadow",
  }),
  tower("Alchemist", "magic", "1", null, 550, 595, {
    base: "Base Alch",
    tier3: ["Berserker Brew", "Unstable Concoction", "Lead to Gold"],
    tier4: ["Stronger Stimulant", "Transforming Tonic", "Rubber to Gold"],
    tier5: ["Permanent Brew", "Total Transformation", "Bloon Master Alchemist"],
  }),
  tower("Druid", "magic", "1", null, 400, 430, {
    base: "Base Druid",
    tier3: ["Druid of the Storm", "Druid of the Jungle", "Druid of Wrath"],
    tier4: ["Ball Lightning", "Jungle's Bounty", "Poplust"],
    tier5: ["Monarch of Storms", "Spirit of the Forest", "Avatar of Wrath"],
    paragon: "Root of all Nature",
  }),
  tower("Mermonkey", "magic", "44", "2024-07-31", 300, 325, {
    base: "Base Mermonkey",
    tier3: ["Abyss Dweller", "Riptide Champion", "Alluring Melody"],
    tier4: ["Abyssal Warrior", "Arctic Knight", "Symphonic Resonance"],
    tier5: ["Lord of the Abyss", "Popseidon", "The Final Harmonic"],
  }),
  // "Base Skywarden" follows the pattern of Mermonkey's: the community has no name for it yet.
  tower("Skywarden", "magic", "56", null, 205, 220, {
    base: "Base Skywarden",
    tier3: ["Wind Weaver", "Galvanic Conduit", "Coldchain"],
    tier4: ["Galesage", "Thunder's Decree", "Frozen Verdict"],
    tier5: ["Farwind Seer", "Stormwrath Archon", "Winter's Mercy"],
  }),
  tower("Banana Farm", "support", "1", null, 1250, 1350, {
    base: "Base Farm",
    tier3: ["Banana Plantation", "Monkey Bank", "Marketplace"],
    tier4: ["Banana Research Facility", "IMF Loan", "Central Market"],
    tier5: ["Banana Central", "Monkey-Nomics", "Monkey Wall Street"],
  }),
  tower("Spike Factory", "support", "1", null, 1000, 1080, {
    base: "Base Spact",
    tier3: ["Spiked Balls", "MOAB SHREDR", "Long Life Spikes"],
    tier4: ["Spiked Mines", "Spike Storm", "Deadly Spikes"],
    tier5: ["Super Mines", "Carpet of Spikes", "Perma-Spike"],
    paragon: "Mega Massive Munitions Factory",
  }),
  tower("Monkey Village", "support", "1", null, 1200, 1295, {
    base: "Base Village",
    tier3: ["Primary Training", "Monkey Intelligence Bureau", "Monkey Town"],
    tier4: ["Primary Mentoring", "Call to Arms", "Monkey City"],
    tier5: ["Primary Expertise", "Homeland Defense", "Monkeyopolis"],
  }),
  tower("Engineer Monkey", "support", null, "2019-09-18", 350, 380, {
    base: "Base Engi",
    tier3: ["Sprockets", "Cleansing Foam", "Double Gun"],
    tier4: ["Sentry Expert", "Overclock", "Bloon Trap"],
    tier5: ["Sentry Champion", "Ultraboost", "XXXL Trap"],
    paragon: "Master Builder",
  }),
  tower("Beast Handler", "support", null, "2023-04-03", 250, 270, {
    base: "Base Beast",
    tier3: ["Great White", "Velociraptor", "Golden Eagle"],
    tier4: ["Orca", "Tyrannosaurus Rex", "Giant Condor"],
    tier5: ["Megalodon", "Giganotosaurus", "Pouākai"],
  }),
];
