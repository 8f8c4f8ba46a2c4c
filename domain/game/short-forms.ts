import { HEROES } from "./heroes.ts";
import { nameKey } from "./name-key.ts";
import { COMMUNITY_MAPS, HERO_SPELLINGS, TOWER_SPELLINGS, UPGRADE_SPELLINGS } from "./spellings.ts";

/**
 * What players type instead of the name of a tower, an upgrade, a hero or a map, by that name: initials, short forms,
 * parts of long names, common misspellings. Only the search uses these: where something must be named exactly,
 * Catalogue.find (domain/game/catalogue.ts) and the maps' names and abbreviations apply. A form may stand for several things.
 *
 * Not listed here:
 * - other ways to write a name (domain/game/name-key.ts);
 * - single words of a name, by which a search finds it anyway, except those of a tower type, which its upgrades' names
 *   lack, and those that stand for something else as well;
 * - what domain/game/spellings.ts has.
 *
 * An existing index gets new lines at its next start; a line that is removed here stays in it until a helper removes it
 * (site/seed.ts).
 */
type ShortForms = Readonly<Record<string, readonly string[]>>;

export const TYPE_SHORT_FORMS: ShortForms = {
  "Dart Monkey": ["darts"],
  "Boomerang Monkey": ["boom", "boomerang", "rang", "rangs"],
  "Bomb Shooter": ["bombs", "cannon", "bomb tower"],
  "Tack Shooter": ["tacks"],
  "Glue Gunner": ["glue monkey", "glue gun", "gluer"],
  Desperado: ["desp", "despo", "cowboy"],
  "Sniper Monkey": ["snipe", "snip", "snipers"],
  "Monkey Sub": ["submarine", "subs"],
  "Monkey Buccaneer": ["buc", "buccaneer", "boat", "boats", "ship"],
  "Monkey Ace": ["plane", "planes", "aces"],
  "Heli Pilot": ["helicopter", "helis", "chopper"],
  "Mortar Monkey": ["mort", "morter", "mortars"],
  "Dartling Gunner": ["dling", "dartling gun", "dartlings", "dg"],
  "Wizard Monkey": ["wiz", "wizzy", "wizards"],
  "Super Monkey": ["sm", "supers"],
  "Ninja Monkey": ["nin", "ninj", "ninjas"],
  Alchemist: ["alc", "alchs", "alchemy"],
  Druid: ["dru", "druids"],
  Mermonkey: ["mer", "merm", "mermaid", "merman"],
  "Banana Farm": ["farm", "farms", "bf"],
  "Spike Factory": ["spac", "spacts", "spike fac", "spike", "spikes", "factory", "sf"],
  "Monkey Village": ["vill", "vil", "villa", "villages"],
  "Engineer Monkey": ["eng", "engie", "engy", "engis", "engineers"],
  "Beast Handler": ["handler", "bhandler", "beasts"],
};

export const UPGRADE_SHORT_FORMS: ShortForms = {
  // Dart Monkey
  "Spike-o-pult": ["spike pult"],
  Juggernaut: ["jugg", "jug"],
  "Ultra-Juggernaut": ["ultra jugg", "ultra jug", "ujugg", "ujug", "uj"],
  "Super Monkey Fan Club": ["smfc", "fan club"],
  "Plasma Monkey Fan Club": ["pmfc", "plasma fan club", "fan club"],
  Crossbow: ["xbow"],
  "Crossbow Master": ["xbm", "cbm", "xbow master"],
  "Apex Plasma Master": ["apm", "dart paragon"],
  // Boomerang Monkey
  "Base Boomer": ["base boomerang"],
  "Glaive Ricochet": ["grico", "glaive rico"],
  "M.O.A.R Glaives": ["moar", "moar glaive"],
  "Glaive Lord": ["glord", "gl"],
  "Bionic Boomerang": ["bionic boomer"],
  "Perma Charge": ["pcharge", "perma"],
  "Kylie Boomerang": ["kylies"],
  "MOAB Domination": ["moab dom", "mdom"],
  "Glaive Dominus": ["boomer paragon", "boomerang paragon"],
  // Bomb Shooter
  "Really Big Bombs": ["rbb", "big bombs"],
  "Bloon Impact": ["bimpact"],
  "Bloon Crush": ["bcrush"],
  "MOAB Eliminator": ["moab elim", "elim"],
  "Cluster Bombs": ["cluster bomb", "clusters"],
  "Recursive Cluster": ["recursive clusters", "rec cluster"],
  "Bomb Blitz": ["bblitz", "bb"],
  "Ballistic Obliteration Missile Bunker": ["B.O.M.B", "bomb paragon", "missile bunker"],
  // Tack Shooter
  "Hot Shots": ["hot shot"],
  "Ring of Fire": ["rof"],
  "Inferno Ring": ["iring", "infring"],
  "Blade Maelstrom": ["blade mael", "bmael"],
  "Super Maelstrom": ["super mael", "smael"],
  Overdrive: ["od"],
  "The Tack Zone": ["tz", "ttz", "tack zone"],
  "Crucible of Steel and Flame": ["cosaf", "tack paragon"],
  // Ice Monkey
  Embrittlement: ["embrit", "embrittle"],
  "Super Brittle": ["super brit", "sbrit", "sbrittle"],
  Snowstorm: ["snow"],
  "Absolute Zero": ["az", "abs zero", "ab zero", "abs 0"],
  "Icicle Impale": ["icimp"],
  "Herald of Everfrost": ["ice paragon"],
  // Glue Gunner
  "Bloon Liquefier": ["liquifier", "bloon liquifier"],
  "The Bloon Solver": ["bloon solver", "bsolver", "tbs"],
  "Glue Strike": ["gstrike"],
  "Glue Storm": ["gstorm"],
  "MOAB Glue": ["mglue"],
  "Relentless Glue": ["rglue"],
  "Super Glue": ["sglue"],
  // Desperado
  "Base Desperado": ["base desp"],
  "Twin Sixes": ["twin 6s", "twin 6"],
  "The Blazing Sun": ["blazing sun", "tbs"],
  "Bounty Hunter": ["bh"],
  "Golden Justice": ["gj"],
  "The Desert Phantom": ["desert phantom", "tdp"],
  // Sniper Monkey
  "Deadly Precision": ["deadly prec", "dprec"],
  "Cripple MOAB": ["crip"],
  "Bouncing Bullet": ["bouncing bullets"],
  "Supply Drop": ["supply drops", "sdrop"],
  "Elite Sniper": ["esnipe", "esnip", "esniper"],
  "Semi-Automatic": ["semi auto"],
  "Full Auto Rifle": ["far", "full auto"],
  "Elite Defender": ["ed", "edef", "elite def", "edefender"],
  // Monkey Sub
  "Submerge and Support": ["sns"],
  Energizer: ["energiser"],
  "Ballistic Missile": ["ballistic missiles"],
  "First Strike Capability": ["fsc", "first strike"],
  "Pre-emptive Strike": ["preemptive", "preemp", "pre strike", "pes"],
  "Triple Guns": ["triple gun"],
  "Armor Piercing Darts": ["apd", "ap darts", "armour piercing darts"],
  "Sub Commander": ["subcom", "scom"],
  "Nautic Siege Core": ["nsc", "sub paragon"],
  // Monkey Buccaneer
  "Base Bucc": ["base buccaneer", "base boat"],
  "Aircraft Carrier": ["ac"],
  "Carrier Flagship": ["flag", "cf"],
  "Pirate Lord": ["plord"],
  Merchantman: ["merchant", "merchantmen", "merch"],
  "Favored Trades": ["favoured trades", "fav trades", "favs"],
  "Trade Empire": ["te", "tempire"],
  "Navarch of the Seas": ["nots", "boat paragon", "bucc paragon", "buccaneer paragon"],
  // Monkey Ace
  "Operation: Dart Storm": ["ods", "dart storm", "op dart storm"],
  "Sky Shredder": ["sky shred", "sshredder", "shredder"],
  "Ground Zero": ["gz"],
  "Tsar Bomba": ["tzar bomba"],
  "Neva-Miss Targeting": ["nevamiss", "never miss", "never miss targeting", "nmt"],
  Spectre: ["specter"],
  "Flying Fortress": ["ff"],
  "Goliath Doomship": ["ace paragon", "plane paragon"],
  // Heli Pilot
  "Razor Rotors": ["razors"],
  "Apache Prime": ["aprime"],
  "Special Poperations": ["spops", "spop", "special ops", "spec ops", "special operations"],
  "Comanche Defense": ["comanche defence", "comdef"],
  "Comanche Commander": ["comcom", "coco", "comanche com"],
  // Mortar Monkey
  "The Big One": ["big one", "tbo"],
  "The Biggest One": ["biggest one", "tbo"],
  "Artillery Battery": ["arty", "arty battery"],
  "Pop and Awe": ["pna", "paa", "pop n awe"],
  "Shattering Shells": ["shatter"],
  Blooncineration: ["blooncin", "bloonc"],
  // Dartling Gunner
  "Plasma Accelerator": ["plasma accel", "paccel"],
  "Ray of Doom": ["rod"],
  "Hydra Rocket Pods": ["hrp", "hydra rockets", "rocket pods"],
  "Rocket Storm": ["rstorm"],
  "Bloon Area Denial System": ["bads", "bloon area denial"],
  "Bloon Exclusion Zone": ["bez", "bloon exclusion"],
  // Wizard Monkey
  "Arcane Spike": ["arc spike", "aspike"],
  "Dragon's Breath": ["dragon breath", "dbreath", "dragon"],
  "Wizard Lord Phoenix": ["wlp", "permaphoenix", "lord phoenix", "wizard lord"],
  "Necromancer: Unpopped Army": ["necro", "nua", "unpopped army"],
  "Prince of Darkness": ["pod"],
  "Magus Perfectus": ["wizard paragon", "wiz paragon"],
  // Super Monkey
  "Sun Avatar": ["sav", "sun av"],
  "Sun Temple": ["st"],
  "True Sun God": ["tsg", "sun god"],
  "Tech Terror": ["tt", "tterror"],
  "The Anti-Bloon": ["tab", "anti bloon"],
  "Dark Knight": ["dk", "dknight"],
  "Dark Champion": ["dark champ", "dchamp"],
  "Legend of the Night": ["lotn"],
  // Ninja Monkey
  Bloonjitsu: ["bjitsu", "jitsu", "bloonjutsu"],
  "Grandmaster Ninja": ["gmn", "gm", "gm ninja"],
  "Shinobi Tactics": ["shinobis", "shino"],
  "Bloon Sabotage": ["sabo", "sab"],
  "Grand Saboteur": ["gsab", "gsabo", "gs", "grand sab", "sab", "sabo"],
  "Flash Bomb": ["flash bombs"],
  "Sticky Bomb": ["sticky bombs", "stickies"],
  "Master Bomber": ["mb", "mbomber", "master bomb"],
  "Ascended Shadow": ["asc shadow", "ninja paragon"],
  // Alchemist
  "Base Alch": ["base alchemist"],
  "Berserker Brew": ["bbrew", "zerker", "berserk brew"],
  "Stronger Stimulant": ["stim", "stronger stim", "sstim"],
  "Permanent Brew": ["perma brew", "perm brew", "pbrew", "perma"],
  "Unstable Concoction": ["uc"],
  "Transforming Tonic": ["tt4"],
  "Total Transformation": ["tt", "tt5", "total trans"],
  "Lead to Gold": ["ltg", "l2g", "lead 2 gold"],
  "Rubber to Gold": ["rtg", "r2g", "rubber 2 gold"],
  "Bloon Master Alchemist": ["bma", "bloon master", "bloon master alch"],
  // Druid
  "Druid of the Storm": ["dots", "storm druid"],
  "Ball Lightning": ["ball lightening"],
  "Monarch of Storms": ["mos", "sstorm"],
  "Druid of the Jungle": ["dotj", "jungle druid"],
  "Jungle's Bounty": ["jungle bounty", "jb"],
  "Spirit of the Forest": ["sotf"],
  "Druid of Wrath": ["dow", "wrath druid"],
  "Avatar of Wrath": ["aow"],
  "Root of all Nature": ["roan", "druid paragon"],
  // Mermonkey
  "Abyssal Warrior": ["abyss warrior"],
  "Lord of the Abyss": ["lota", "abyss lord"],
  "Riptide Champion": ["riptide champ"],
  "Arctic Knight": ["ak"],
  Popseidon: ["poseidon"],
  "Symphonic Resonance": ["symres"],
  "The Final Harmonic": ["final harmonic", "tfh"],
  // Banana Farm
  "Base Farm": ["base banana farm"],
  "Banana Research Facility": ["brf", "banana research", "research facility"],
  "Banana Central": ["bc", "bcentral"],
  "Monkey Bank": ["banks"],
  Marketplace: ["markets"],
  "Central Market": ["cmarket"],
  "Monkey Wall Street": ["mws", "wall street"],
  // Spike Factory
  "Base Spact": ["base spike factory", "base spac"],
  "Spiked Balls": ["spike balls"],
  "Spiked Mines": ["spike mines"],
  "Super Mines": ["smines"],
  "MOAB SHREDR": ["moab shredder", "shredder"],
  "Spike Storm": ["sstorm"],
  "Carpet of Spikes": ["cos"],
  "Long Life Spikes": ["lls", "long life"],
  "Deadly Spikes": ["deadlies", "dspikes"],
  "Perma-Spike": ["perma", "pspike", "pspikes", "perma spikes", "perm spike", "permanent spikes"],
  "Mega Massive Munitions Factory": ["mmmf", "spact paragon", "spac paragon", "spike factory paragon"],
  // Monkey Village
  "Primary Training": ["prim training", "ptrain", "ptraining"],
  "Primary Mentoring": ["prim mentoring", "pmentoring"],
  "Primary Expertise": ["pex", "prim exp", "primary exp", "pexp"],
  "Monkey Intelligence Bureau": ["mib"],
  "Call to Arms": ["cta", "c2a"],
  "Homeland Defense": ["homeland defence"],
  Monkeyopolis: ["opolis", "mopolis"],
  // Engineer Monkey
  "Base Engi": ["base engineer"],
  Sprockets: ["sprocket"],
  "Sentry Expert": ["sentry exp"],
  "Sentry Champion": ["sentry champ", "sentry paragon", "schamp"],
  "Cleansing Foam": ["cfoam"],
  Overclock: ["oc"],
  Ultraboost: ["ub", "uboost"],
  "Double Gun": ["double guns"],
  "Bloon Trap": ["btrap"],
  "XXXL Trap": ["xxl trap", "3xl trap"],
  "Master Builder": ["mbuilder", "engi paragon", "engineer paragon"],
  // Beast Handler
  "Base Beast": ["base beast handler", "base handler"],
  "Great White": ["great white shark", "shark", "gw"],
  Megalodon: ["meg", "megalo"],
  Velociraptor: ["raptor", "velo"],
  "Tyrannosaurus Rex": ["t-rex"],
  Giganotosaurus: ["giga", "gigano"],
  Pouākai: ["poukai"],
};

export const HERO_SHORT_FORMS: ShortForms = {
  Quincy: ["quin", "quinc"],
  Gwen: ["gwendolyn"],
  Jones: ["striker", "sj"],
  Obyn: ["oby"],
  Churchill: ["church", "chu"],
  Benjamin: ["ben", "benji", "benny"],
  Ezili: ["ezi", "ez"],
  Pat: ["fusty"],
  Adora: ["ador", "ado"],
  Brickell: ["bri", "brick", "brickel", "admiral"],
  Etienne: ["eti", "etn", "ettienne"],
  Sauda: ["sau"],
  Psi: ["psy"],
  Geraldo: ["ger", "gerry", "gerald"],
  Corvus: ["corv", "cory"],
  Rosalia: ["rosa", "ros"],
  Silas: ["sil"],
};

export const MAP_SHORT_FORMS: ShortForms = {
  Cubism: ["cube", "cub"],
  "End Of The Road": ["eotr"],
  "Four Circles": ["4 circles", "4 circs", "four circs"],
  Hedge: ["hedges"],
  "In The Loop": ["itl"],
  Logs: ["log"],
  "Middle of the Road": ["motr"],
  "Monkey Meadow": ["meadows", "monkey meadows"],
  "One Two Tree": ["one two three", "1 2 tree", "123"],
  Scrapyard: ["scrap"],
  "Three Mines 'Round": ["three mines", "3 mines", "3 mines round"],
  Tinkerton: ["tink", "tinker"],
  "Town Center": ["town centre"],
  "Adora's Temple": ["adora temple"],
  Bazaar: ["bazar"],
  "Bloonarius Prime": ["bprime"],
  Encrypted: ["encrypt", "crypt"],
  KartsNDarts: ["karts", "kart", "karts and darts", "knd"],
  "Lost Crevasse": ["lost crevice", "crevice"],
  "Luminous Cove": ["lum cove"],
  Polyphemus: ["poly"],
  "Protect The Yacht": ["pty"],
  "Spice Islands": ["spice island"],
  Streambed: ["stream"],
  "Sulfur Springs": ["sulphur springs", "sulphur"],
  "Another Brick": ["brick", "another brick in the wall"],
  Cornfield: ["corn", "cornfields"],
  "Dark Path": ["dpath"],
  Geared: ["gears", "gear"],
  "High Finance": ["high fin", "hifi"],
  "Mushroom Grotto": ["shroom"],
  "Off The Coast": ["otc"],
  "Pat's Pond": ["pat pond"],
  Peninsula: ["pen"],
  Spillway: ["spill"],
  Underground: ["under"],
  "X Factor": ["xfac"],
  Blons: ["blon"],
  "Dark Castle": ["dcastle"],
  "Dark Dungeons": ["dung", "dungeon"],
  Infernal: ["inf"],
  "Muddy Puddles": ["mud"],
  "#Ouch": ["hashtag ouch"],
  Quad: ["quads"],
  Ravine: ["rav"],
  Sanctuary: ["sanc", "sanct"],
  Workshop: ["ws"],
};

/** A spelling and what it stands for. */
export interface SeededSpelling {
  readonly spelling: string;
  readonly kind: "tower" | "map";
  /** The name of the tower type, the upgrade, the hero or the map. */
  readonly name: string;
}

type Pairs = readonly (readonly [spelling: string, name: string])[];

const shortForms = (...lists: Readonly<Record<string, readonly string[]>>[]): Pairs =>
  lists.flatMap((list) =>
    Object.entries(list).flatMap(([name, forms]) => forms.map((form) => [form, name] as const)),
  );

const FULL_NAMES = Object.fromEntries(HEROES.map(({ name, fullName }) => [fullName, name]));

const TOWERS: Pairs = [
  ...[TOWER_SPELLINGS, UPGRADE_SPELLINGS, { ...FULL_NAMES, ...HERO_SPELLINGS }].flatMap((spellings) =>
    Object.entries(spellings),
  ),
  ...shortForms(TYPE_SHORT_FORMS, UPGRADE_SHORT_FORMS, HERO_SHORT_FORMS),
];
const MAPS: Pairs = [...Object.entries(COMMUNITY_MAPS), ...shortForms(MAP_SHORT_FORMS)];

/** Leaves out spellings that differ from the name only in case, accents or punctuation: these are found anyway. */
const of = (kind: SeededSpelling["kind"], pairs: Pairs): SeededSpelling[] =>
  pairs
    .filter(([spelling, name]) => nameKey(spelling) !== nameKey(name))
    .map(([spelling, name]) => ({ spelling, kind, name }));

/** All spellings that the table `spelling` starts with: short forms, the community's spellings, heroes' full names. */
export const SEEDED_SPELLINGS: readonly SeededSpelling[] = [...of("tower", TOWERS), ...of("map", MAPS)];
