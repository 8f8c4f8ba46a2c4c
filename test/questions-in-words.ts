import type { AskedKind } from "../domain/search/asked.ts";
import type { testApp } from "./factories.ts";

type Add = Awaited<ReturnType<typeof testApp>>["add"];

/** Records what the questions below are about. */
export async function fillForQuestions({ add }: { readonly add: Add }): Promise<void> {
  const dated = (date: string) => ({ date, version: "39.0", og: true });
  await add("2tc", {
    map: "Quad",
    towers: ["Absolute Zero", "Quincy"],
    people: ["Ada"],
    ...dated("2024-05-01"),
  });
  await add("2tc", { map: "Logs", towers: ["Quincy", "Absolute Zero"], people: ["Ödön"] });
  await add("2tc", { map: "Quad", towers: ["Psi", "Adora"], people: ["Ben"], ...dated("2024-06-01") });
  await add("2tc", { map: "Logs", towers: ["Psi", "Bomb Blitz"], people: ["Kai"], ...dated("2024-07-01") });
  await add("2tc", { map: "Blons", towers: ["Psi", "Glaive Lord"], people: ["Gia"], ...dated("2023-07-01") });
  await add("2tc", {
    map: "Blons",
    towers: ["Psi", "Legend of the Night"],
    people: ["Kai"],
    ...dated("2024-08-01"),
  });
  await add("2tc", {
    map: "Bloody Puddles",
    towers: ["Psi", "The Tack Zone"],
    people: ["Ada"],
    ...dated("2024-08-02"),
  });
  await add("2tc", {
    map: "Sanctuary",
    towers: ["Etienne", "Flying Fortress"],
    people: ["Ben"],
    pending: "user-1",
  });
  await add("2tcc", {
    map: "Infernal",
    towers: ["Avatar of Wrath", "Prince of Darkness"],
    people: ["Ada", "Ben"],
  });
  await add("2tcc", { map: "Ravine", towers: ["Psi", "Churchill"], people: ["Kai", "Gia"] });
  await add("2mp", { map: "Hedge", towers: ["Absolute Zero"], people: ["Ada"], ...dated("2024-01-01") });
  await add("2mp", { map: "Logs", towers: ["Comanche Commander"], people: ["Kai"], ...dated("2024-02-01") });
  await add("2mp", { map: "Cubism", towers: ["Apache Prime"], people: ["Ben"], ...dated("2023-02-01") });
  await add("2mp", { map: "Logs", towers: ["Prince of Darkness"], people: ["Ben"], ...dated("2023-03-01") });
  await add("2mp", { map: "Quad", towers: ["Archmage"], people: ["Ben"], ...dated("2023-04-01") });
  await add("2mp", { map: "Quad", towers: ["Prince of Darkness"], people: ["Ada"] });
  await add("fttc", { map: "Ravine", towers: ["Ice Monkey", "Ninja Monkey"], people: ["Ada"] });
  await add("ltc", {
    map: "Dark Dungeons",
    towers: ["Psi", "Quincy", "Absolute Zero"],
    people: ["Ben"],
    completionType: "og",
    version: "39.1",
  });
  await add("ltc", {
    map: "Dark Dungeons",
    towers: ["Psi", "Quincy"],
    people: ["Gia"],
    completionType: "cheapest",
    version: "40.1",
  });
  await add("ltc", {
    map: "Cornfield",
    towers: ["Absolute Zero", "Glaive Lord"],
    people: ["Gia"],
    completionType: "heroless",
  });
  await add("lcc", { map: "Quad", people: ["Ada"], money: 130869, version: "44.1", date: "2024-01-05" });
  await add("lcc", { map: "Infernal", people: ["Ben"], money: 60_000, version: "44.1", date: "2024-01-05" });
  await add("lcc", { map: "Infernal", people: ["Kai"], money: 50_000, version: "45.1", date: "2024-02-05" });
  await add("lcc", { map: "#Ouch", people: ["Kai"], money: 90_000, version: "39.1", date: "2024-02-06" });
  await add("lcc", { map: "X Factor", people: ["Gia"], money: 88_000, version: "45.1", date: "2024-02-07" });
  await add("lcc", {
    map: "Monkey Meadow",
    people: ["Gia"],
    money: 8_000,
    version: "45.1",
    date: "2024-02-07",
  });
  await add("lcd", {
    map: "Monkey Meadow",
    people: ["Ben"],
    money: 7_000,
    version: "45.1",
    date: "2024-02-08",
  });
  await add("lcd", { map: "Workshop", people: ["Ben"], money: 9_000, version: "45.1", date: "2024-02-08" });
  await add("lcd", {
    map: "Spice Islands",
    people: ["Gia"],
    money: 6_500,
    version: "45.1",
    date: "2024-02-09",
  });
}

/** A question, what it asks for, how the answer in one line begins, and the words that it ignores. */
type Question = readonly [text: string, kind: AskedKind, label: string, ignored?: readonly string[]];

/** Sixty questions in their own words, by people who had not seen how questions are read. */
export const FRESH_QUESTIONS: readonly Question[] = [
  [
    "has anyone done abs zero + glue storm on ravine",
    "done",
    "Absolute Zero + Glue Storm on Ravine: not in this index yet",
  ],
  ["is bomb blitz and perma spike done anywhere?", "done", "Bomb Blitz + Perma-Spike: not in this index yet"],
  ["spact quad 2mp", "done", "Spike Factory 2MP on Quad: not in this index yet"],
  ["dart 050 2mp ouch", "done", "Plasma Monkey Fan Club 2MP on #Ouch: not in this index yet"],
  [
    "did ada do sauda and desperado on dark castle",
    "done",
    "Sauda + Desperado on Dark Castle by Ada: not in this index yet",
  ],
  [
    "hey guys quick question, has obyn with the tack zone been beaten on muddy puddles yet or can i still get it",
    "done",
    "Obyn + The Tack Zone on Muddy Puddles: not in this index yet",
  ],
  ["is it posible to beat bloody puddles with only 2 towers", "done", "Bloody Puddles: done by Ada (2TC)"],
  [
    "bloonchipper + quincy on logs",
    "done",
    "Quincy on Logs: 1 completion (“bloonchipper” is not known here)",
    ["bloonchipper"],
  ],
  [
    "chimps with just ninja and alch on flooded valley, does it work",
    "done",
    "Ninja Monkey + Alchemist on Flooded Valley: not in this index yet",
  ],
  [
    "2tcc avatar of wrath and prince of darkness infernal done?",
    "done",
    "Avatar of Wrath + Prince of Darkness on Infernal: done by Ada and Ben (2TCC)",
  ],
  ["is deflation on workshop done", "done", "Workshop: done by Ben (LCD)"],
  ["who did geraldo etienne on sanctuary", "who", "Geraldo + Etienne on Sanctuary: not in this index yet"],
  ["who was 1st to get 2 mil pops with a heli", "who", "Ben: first Apache Prime 2MP on Cubism (1 Feb 2023)"],
  ["whos got the least cost chimps on #ouch", "record", "LCC on #Ouch, least cost: $90,000 by Kai"],
  [
    "which two players did the co op one with psi and churchill",
    "who",
    "Psi + Churchill 2TCC: by Kai and Gia",
  ],
  ["first person ever to 2tc blons", "who", "Gia: first Psi and Glaive Lord 2TC on Blons (1 Jul 2023)"],
  ["how many pairs are done on quad", "count", "2TC on Quad: 2 pairs"],
  ["how many 2mps does ben have??", "count", "2MP by Ben: 3 completions"],
  ["number of completions in 39", "count", "Everything in version 39: 13 completions"],
  ["how many maps has wizard got 2mp on", "count", "Wizard Monkey 2MP: on 2 maps"],
  ["how many 2tcs are there in total", "count", "2TC: 7 completions"],
  ["cheapest chimps infernal", "record", "LCC on Infernal, least cost: $50,000 by Kai"],
  ["lowest cost deflation spice islands", "record", "LCD on Spice Islands, least cost: $6,500 by Gia"],
  ["fewest towers dark dungeons", "record", "LTC on Dark Dungeons, fewest towers: 2 towers by Gia"],
  [
    "what is the least amount of different tower types needed to beat ravine",
    "record",
    "FTTC on Ravine, fewest types: 2 tower types by Ada",
  ],
  ["records on monkey meadow pls", "record", "Records, Monkey Meadow: LCC $8,000 by Gia; LCD $7,000 by Ben"],
  ["lcc wr x factor", "record", "LCC on X Factor, least cost: $88,000 by Gia"],
  ["heroless ltc cornfield", "done", "heroless ltc cornfield: done by Gia (LTC)"],
  ["who has the most 2mp", "board", "Most 2MP completions: Ben (3)"],
  ["top 10 2tc players", "board", "Most 2TC completions: Ada (2)"],
  ["best chimps player of all time lol", "board", "Most completions: Ben (9)"],
  ["ranking og only", "board", "Most OG completions: Ben (4)"],
  ["what pairs with absolute zero are still undone", "left", "What is left: Absolute Zero 2TC"],
  ["whats left for mermonkey in 2mp", "left", "What is left: Mermonkey 2MP"],
  ["open combos on ravine", "left", "What is left: 2TC on Ravine"],
  ["maps nobody has done lcd on", "left", "What is left: LCD: "],
  ["give me a random 2tc that hasnt been done", "left", "One that is open: 2TC"],
  ["how to submit a 2tc", "form", "Submit a completion: 2TC"],
  ["i beat quad with 2 towers where do i send my video", "form", "Submit a completion: 2TC on Quad"],
  ["add completion", "form", "Submit a completion"],
  [
    "can i upload screenshots instead of a vid for 2mp",
    "form",
    "Submit a completion: 2MP",
    ["screenshots", "vid"],
  ],
  ["2mp rules", "rules", "2MP, 2 Million Pops CHIMPS: 2 million pops on one tower excluding regrow pops"],
  [
    "do regrow pops count",
    "rules",
    "2MP, 2 Million Pops CHIMPS: 2 million pops on one tower excluding regrow pops",
    ["regrow"],
  ],
  [
    "what does fttc mean",
    "rules",
    "FTTC, Fewest Tower Types CHIMPS: Completing a CHIMPS game with the fewest types of tower",
  ],
  [
    "difference between ltc and lcc?",
    "rules",
    "LCC, Least Cost CHIMPS: Completing a CHIMPS game for the least cash; LTC, Least Towers CHIMPS: Completing a CHIMPS game with the least number of towers",
  ],
  ["what has kai done", "player", "Kai: 6 completions"],
  ["Ödön", "player", "Ödön: 1 completion"],
  ["odon 2tcs", "player", "Ödön: 1 completion (2TC)"],
  ["show me everything by gia on expert maps", "player", "Gia: 3 completions (Everything on expert maps)"],
  ["how long is the track on quad and how many entrances", "map", "Quad: length 9.35 RBS, 4 entrances"],
  ["does geared have water", "map", "Geared: no water"],
  ["removal cost high finance", "map", "High Finance: removing its objects costs 12550"],
  ["latest 2tcs", "newest", "Newest: Psi and The Tack Zone 2TC on Bloody Puddles by Ada"],
  ["anything new this week?", "newest", "Newest: LCD on Spice Islands for $6,500 by Gia"],
  ["bomb shooter balance changes", "page", "Balance Changes: Bomb Shooter"],
  ["how much is bloon solver on hard", "page", "Prices and balance changes: The Bloon Solver"],
  ["how do i start chimps on sanctuary", "page", "CHIMPS Starts: Sanctuary"],
  ["pending lccs", "page", "LCC pending"],
  [
    "why is quad so hard",
    "cannot-say",
    "The index cannot say: it records what has been done, not why or how well",
    ["hard"],
  ],
  [
    "best tower for late game",
    "cannot-say",
    "The index cannot say: it records what has been done, not why or how well",
  ],
];

/** Questions that were once answered wrongly, and neighbours of them. */
export const NEIGHBOURS: readonly Question[] = [
  ["cheapest chimps on quad", "record", "LCC on Quad, least cost: $130,869 by Ada"],
  ["cheapest logs", "record", "LCC on Logs: not in this index yet"],
  ["how do i submit a run", "form", "Submit a completion"],
  [
    "who was first with absolute zero and bloon liquefier",
    "who",
    "Absolute Zero + Bloon Liquefier: not in this index yet",
  ],
  ["is #ouch possible with 2 towers", "done", "2TC on #Ouch: not in this index yet"],
  ["how many 2tc on logs", "count", "2TC on Logs: 2 completions"],
  ["what has ada done", "player", "Ada: 7 completions"],
  ["record on infernal", "record", "Records, Infernal: LCC $50,000 by Kai"],
  ["who has the most 2tc", "board", "Most 2TC completions: Ada (2)"],
  ["top players", "board", "Most completions: Ben (9)"],
  ["leaderboard", "board", "Most completions: Ben (9)"],
  ["what's left on quad", "left", "What is left: Quad"],
  ["open 2tc", "left", "What is left: 2TC"],
  ["who did az quincy on quad first", "who", "Ada: first Absolute Zero and Quincy 2TC on Quad (1 May 2024)"],
  ["lowest cost quad", "record", "LCC on Quad, least cost: $130,869 by Ada"],
  ["quad 2 tower", "done", "Quad: done 2 times in 2TC"],
  ["least cost deflation on workshop", "record", "LCD on Workshop, least cost: $9,000 by Ben"],
  ["who has most records", "board", "Most records: Gia (5)"],
  ["how many people have done 2mp", "count", "2MP: 3 players"],
  ["first strike capability quad", "done", "First Strike Capability on Quad: not in this index yet"],
  ["2tc quad", "done", "Quad: done 2 times in 2TC"],
  ["2tc", "page", "2TC"],
  ["whats new", "newest", "Newest: LCD on Spice Islands for $6,500 by Gia"],
  ["az not quincy", "cannot-say", "Cannot say: “not” is not known here", ["not"]],
  ["how many lcc on qaud", "cannot-say", "Cannot say: “qaud” is not known here", ["qaud"]],
  ["cheapest chimps on quadd", "cannot-say", "Cannot say: “quadd” is not known here", ["quadd"]],
  ["does quad have line of sight blockers", "map", "Quad: line of sight not recorded"],
  ["cheapest ltc dark dungeons", "done", "cheapest ltc dark dungeons: done by Gia (LTC)"],
  ["how do you upload a 2 million pop run", "form", "Submit a completion: 2MP"],
  ["nobody done logs ltc", "left", "What is left: LTC on Logs"],
  ["which towers havent got 2mp on logs", "left", "What is left: 2MP on Logs"],
  ["lcc less than 100000", "done", "lcc less than 100000: done 5 times in LCC"],
  ["map quad", "done", "Quad: done 2 times in 2TC, by Ada (LCC), 2 times in 2MP"],
  ["player kai", "player", "Kai: 6 completions"],
  ["is the heli done with psi", "done", "Heli Pilot + Psi: not in this index yet"],
  ["did kai do quad", "done", "Quad by Kai: not in this index yet, but by Ada and Ben"],
  [
    "what is 2tcc",
    "rules",
    "2TCC, 2 Towers CHIMPS Co-op: Completing a co-op CHIMPS game with 2 towers, one for each player",
  ],
  ["what's the best lcc on quad", "record", "LCC on Quad, least cost: $130,869 by Ada"],
  ["psi or adora quad", "cannot-say", "Cannot say: “or” is not known here", ["or"]],
  ["2 tower co-op ravine", "done", "Ravine: done by Kai and Gia (2TCC)"],
  ["minimum towers cornfield", "record", "LTC on Cornfield, fewest towers: 2 towers by Gia"],
  ["how much money least for infernal", "record", "LCC on Infernal, least cost: $50,000 by Kai"],
  ["most completions 2024", "board", "Most completions in 2024: Kai (5)"],
  ["show ben's 2tcs", "player", "Ben: 1 completion (2TC)"],
  ["who holds lcc on infernal", "who", "LCC on Infernal, least cost: $50,000 by Kai"],
  ["which maps have no lcd", "left", "What is left: LCD: "],
  ["how many players on the 2mp board", "count", "2MP: 3 players"],
  ["cheapest run on quad by ben", "record", "LCC on Quad by Ben: not in this index yet"],
  ["is sauda allowed in 2tc", "rules", "2TC, 2 Towers CHIMPS: Completing a CHIMPS game with 2 towers"],
  ["least towers infernal", "record", "LTC on Infernal: not in this index yet"],
  ["how many towers on dark dungeons ltc", "count", "LTC on Dark Dungeons, fewest towers: 2 towers by Gia"],
  ["nobody's done 2mp with mermonkey yet?", "left", "What is left: Mermonkey 2MP"],
  ["where can i submit my 2mp", "form", "Submit a completion: 2MP"],
  [
    "rules for 2tcc",
    "rules",
    "2TCC, 2 Towers CHIMPS Co-op: Completing a co-op CHIMPS game with 2 towers, one for each player",
  ],
  ["who's first on the leaderboard", "board", "Most completions: Ben (9)"],
  ["top 5 ogs", "board", "Most OG completions: Ben (4)"],
  ["what did gia do", "player", "Gia: 7 completions"],
  ["quad water?", "map", "Quad: has water"],
  ["most recent lcc", "newest", "Newest: LCC on Monkey Meadow for $8,000 by Gia"],
  ["how cheap can chimps get on infernal", "record", "LCC on Infernal, least cost: $50,000 by Kai"],
  ["lowest price on quad", "record", "LCC on Quad, least cost: $130,869 by Ada"],
  ["fewest different towers ravine", "record", "FTTC on Ravine, fewest types: 2 tower types by Ada"],
  ["has anyone beaten quad with 3 towers", "done", "LTC with 3 towers on Quad: not in this index yet"],
  ["most pops", "board", "Most 2MP completions: Ben (3)"],
  ["when was az quincy quad done", "who", "Ada: first Absolute Zero and Quincy 2TC on Quad (1 May 2024)"],
  [
    "when did ada do az quincy on quad",
    "who",
    "Ada: first Absolute Zero and Quincy 2TC on Quad (1 May 2024)",
  ],
  ["price of glaive lord", "page", "Prices and balance changes: Glaive Lord"],
  ["who beat bloody puddles with the tack zone", "who", "The Tack Zone on Bloody Puddles: by Ada"],
  [
    "did kai do az quincy on quad",
    "done",
    "Absolute Zero + Quincy on Quad by Kai: not in this index yet, but by Ada",
  ],
  ["how many quad", "count", "Quad: 5 completions"],
  ["how many completions does zzyzx have", "cannot-say", "Cannot say: “zzyzx” is not known here", ["zzyzx"]],
  ["who has done dart monkey 2mp", "who", "Dart Monkey 2MP: not in this index yet"],
  ["can you beat infernal with two towers", "done", "2TC on Infernal: not in this index yet"],
  ["what has nobody done on ravine", "left", "What is left: Ravine"],
  ["who did quad lcc first", "who", "Ada: first LCC on Quad for $130,869 (5 Jan 2024)"],
  ["tack zone bloody puddles who", "who", "The Tack Zone on Bloody Puddles: by Ada"],
  ["brick psi", "done", "Psi: 8 completions (“brick” could be Brickell or Another Brick)", ["brick"]],
  [
    "is there a 2mp of archmage on quad by ada",
    "done",
    "Archmage 2MP on Quad by Ada: not in this index yet, but by Ben",
  ],
  ["2 million pops archmage", "done", "Archmage: done by Ben (2MP)"],
  ["beginner maps with no lcd", "left", "What is left: LCD on beginner maps"],
];

const cannot = (
  text: string,
  why: string,
  ignored: readonly string[] = [],
): readonly [string, AskedKind, string, readonly string[]] => [
  text,
  "cannot-say",
  `Cannot say: ${why}`,
  ignored,
];

/** Questions whose answer would be easily one to another question. */
export const OTHER_THAN_ASKED: readonly Question[] = [
  ["how many pending 2tc", "count", "2TC pending: 1 completion"],
  ["how many pending", "count", "Everything pending: 1 completion"],
  ["how many 2tcs are waiting", "count", "2TC pending: 1 completion"],
  ["how many submissions are pending", "count", "Everything pending: 1 completion"],
  ["how many lccs are pending", "count", "LCC pending: 0 completions"],
  ["how many runs does ben have pending", "count", "Everything pending by Ben: 1 completion"],
  ["is anything waiting on sanctuary", "page", "Everything pending on Sanctuary: 1 completion"],
  ["how many maps have pending 2tc", "count", "2TC pending: on 1 map"],
  ["how many verified 2tc are there", "count", "2TC verified: 7 completions"],
  ["how many players have beaten quad", "count", "Quad: 2 players"],
  ["how many people have 2mp on quad", "count", "2MP on Quad: 2 players"],
  ["how many players did 2tc with psi", "count", "Psi 2TC: 4 players"],
  ["how many 2tc players are there", "count", "2TC: 5 players"],
  ["how many players have an lcc under 60k", "count", "LCC under $60,000: 2 players"],
  ["how many 2tc on map quad", "count", "2TC on Quad: 2 completions"],
  ["how many expert maps does gia have", "count", "Everything on expert maps by Gia: on 3 maps"],
  ["how many towers have 2mp", "count", "2MP: 5 towers"],
  ["how many different pairs have been done", "count", "2TC: 6 pairs"],
  ["how many times has psi been used", "count", "Psi: 8 completions"],
  ["how many records does gia have", "count", "Everything by Gia: 5 records"],
  ["how many lcc records does kai have", "count", "LCC by Kai: 2 records"],
  ["how many records on infernal", "count", "Infernal: 1 record"],
  cannot("how many heroes have 2mp", "the index does not count “heroes”", ["heroes"]),
  cannot("how many completions today", "“today” is not known here", ["today"]),
  cannot("how many completions this month", "“month” is not known here", ["month"]),
  cannot("who did the most runs last week", "“last” and “week” are not known here", ["last", "week"]),
  cannot("which tower has most 2mp", "the index ranks players and maps, not “tower”", ["tower"]),
  cannot("most used tower in 2tc", "the index ranks players and maps, not “tower”", ["tower"]),
  cannot("which hero is used the most in 2tc", "the index ranks players and maps, not “hero”", ["hero"]),
  cannot("top 3 heroes in 2tc", "the index ranks players and maps, not “heroes”", ["heroes"]),
  cannot("most popular pair", "the index does not rank what is used most"),
  cannot("least used tower", "the index ranks what is most, not what is least"),
  cannot("who has the fewest completions", "the index ranks what is most, not what is least"),
  cannot("who has the most maps in 2tc", "players are ranked here by completions, not by “maps”", ["maps"]),
  cannot("who verified the most", "the index does not show who verified what"),
  cannot("who verified az quincy on quad", "the index does not show who verified what"),
  cannot("who submitted the most runs", "“submitted” is not known here", ["submitted"]),
  cannot("second most 2tc", "“second” is not known here", ["second"]),
  cannot("fastest 2tc on quad", "“fastest” is not known here", ["fastest"]),
  ["which map has the most 2tc", "board", "Most 2TC completions: Logs, Quad and Blons (2 each)"],
  ["what map has been beaten the most", "board", "Most completions: Quad (5)"],
  ["top map for 2mp", "board", "Most 2MP completions: Logs and Quad (2 each)"],
  [
    "which expert map has the most 2tc",
    "board",
    "Most 2TC completions on expert maps: Quad and Blons (2 each)",
  ],
  cannot("which map has the most 2tc by ada", "maps are ranked by all their completions alone", ["Ada"]),
  ["who has most 2tc on logs", "board", "2TC on Logs, most completions: Kai and Ödön (1 each)"],
  ["most 2tc with psi", "board", "Psi 2TC, most completions: Kai (2)"],
  ["most 2mp on expert maps", "board", "2MP on expert maps, most completions: Ada and Ben (1 each)"],
  ["top players on quad", "board", "Quad, most completions: Ada (3)"],
  ["2tc leaderboard 2024", "board", "Most 2TC completions in 2024: Ada (2)"],
  ["who is number one", "board", "Most completions: Ben (9)"],
  ["who is #1 in lcc", "board", "Most LCC completions: Gia (2)"],
  ["most lcc records", "board", "Most LCC records: Gia (2)"],
  ["who has the most records in lcd", "board", "Most LCD records: Ben (2)"],
  cannot("who has most 2tc records", "2TC has no records"),
  cannot("most records in 2024", "only all records, or those of one challenge, are ranked", ["2024"]),
  [
    "is it possible to beat bloody puddles with only dart monkeys",
    "done",
    "Dart Monkey on Bloody Puddles: not in this index yet",
  ],
  ["glaive lords quad", "done", "Glaive Lord on Quad: not in this index yet"],
  ["legends of the night and psi", "done", "Legend of the Night + Psi: done by Kai (2TC)"],
  ["ice monkeys + ninja monkeys ravine", "done", "Ice Monkey + Ninja Monkey on Ravine: done by Ada (FTTC)"],
  ["spike factories quad", "done", "Spike Factory on Quad: not in this index yet"],
  ["monkeys on quad", "done", "Quad: 5 completions (“monkeys” is not known here)", ["monkeys"]],
  ["current lcc record on #ouch", "record", "LCC on #Ouch, least cost: $90,000 by Kai"],
  ["current record on quad", "record", "Records, Quad: LCC $130,869 by Ada"],
  [
    "whats the current best ltc on dark dungeons",
    "record",
    "LTC on Dark Dungeons, fewest towers: 2 towers by Gia",
  ],
  ["is there actually any 2tc on quad right now", "done", "Quad: done 2 times in 2TC"],
  ["whats the actual lcc on quad atm", "done", "Quad: done by Ada (LCC)"],
  ["lcc quad as of today", "done", "Quad: done by Ada (LCC)"],
  ["current record holder infernal lcc", "record", "LCC on Infernal, least cost: $50,000 by Kai"],
  ["record az quincy quad", "done", "Absolute Zero + Quincy on Quad: done by Ada (2TC)"],
  cannot("cheapest 2tc on quad", "2TC has no records"),
  ["newest lcc record", "newest", "Newest LCC records"],
  ["ravine with 3 towers", "done", "LTC with 3 towers on Ravine: not in this index yet"],
  ["dark dungeons with three towers", "done", "dark dungeons with three towers: done by Ben (LTC)"],
  ["is sanctuary possible with one tower", "done", "LTC with 1 tower on Sanctuary: not in this index yet"],
  ["1 tower chimps on logs", "done", "LTC with 1 tower on Logs: not in this index yet"],
  ["single tower logs", "done", "LTC with 1 tower on Logs: not in this index yet"],
  ["3tc dark dungeons", "done", "3tc dark dungeons: done by Ben (LTC)"],
  ["how many 3 tower ltcs", "count", "LTC with 3 towers: 1 completion"],
  ["ravine with 2 tower types", "done", "ravine with 2 tower types: done by Ada (FTTC)"],
  ["ravine with 3 different towers", "done", "FTTC with 3 tower types on Ravine: not in this index yet"],
  ["less than 3 towers on dark dungeons", "record", "LTC on Dark Dungeons, fewest towers: 2 towers by Gia"],
  cannot("one tower 2mp quad", "“one” and “tower” are not known here", ["one", "tower"]),
  ["what was the first completion ever", "who", "Ben: first Apache Prime 2MP on Cubism (1 Feb 2023)"],
  ["oldest 2tc", "who", "Gia: first Psi and Glaive Lord 2TC on Blons (1 Jul 2023)"],
  ["first completion by gia", "who", "Gia: first Psi and Glaive Lord 2TC on Blons (1 Jul 2023)"],
  cannot("who did the very first ltc", "no day is recorded for LTC"),
  [
    "when was the last 2tc",
    "newest",
    "Newest: Psi and The Tack Zone 2TC on Bloody Puddles by Ada (2 Aug 2024)",
  ],
  ["least expensive chimps run on #ouch", "record", "LCC on #Ouch, least cost: $90,000 by Kai"],
  ["how expensive is lcc of x factor", "record", "LCC on X Factor, least cost: $88,000 by Gia"],
  ["what does the lcc on quad cost", "record", "LCC on Quad, least cost: $130,869 by Ada"],
  ["how much does infernal cost", "record", "Records, Infernal: LCC $50,000 by Kai"],
  ["lcc under 60k on infernal", "done", "lcc under 60k on infernal: done by Kai (LCC)"],
  cannot("most expensive lcc", "the index ranks what is least, not what is most"),
  cannot("who has the highest lcc", "“highest” is not known here", ["highest"]),
  [
    "can i use hero in 2mp",
    "rules",
    "2MP, 2 Million Pops CHIMPS: 2 million pops on one tower excluding regrow pops",
  ],
  ["can i sell in 2tc", "rules", "2TC, 2 Towers CHIMPS: Completing a CHIMPS game with 2 towers"],
];
