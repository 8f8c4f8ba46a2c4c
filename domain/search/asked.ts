import type { ChallengeDefinition } from "../challenges/define.ts";
import { fieldsOfKind } from "../challenges/fields.ts";
import { type QueryWord, queryWords } from "../game/words.ts";
import { ASKING, isConnecting } from "./lexicon.ts";
import { type NamedNouns, nounsIn } from "./nouns.ts";
import { type Phrase, wordsOfPhrase } from "./phrases.ts";
import { partsOf, type TextRange } from "./question.ts";
import { type TowerCount, towerCountIn } from "./tower-count.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** What a question asks for. */
export const ASKED_KINDS = [
  ...([
    ...(["done", "who", "count", "record", "board", "left", "form", "rules"] as const),
    ...(["player", "map", "newest", "page", "cannot-say"] as const),
  ] as const),
] as const;
export type AskedKind = (typeof ASKED_KINDS)[number];

/** The words of a question: what each asks for. Of several that occur in a question, the first that has an answer counts. */
const QUESTION_WORDS: readonly { readonly kind: AskedKind; readonly phrases: readonly Phrase[] }[] = [
  { kind: "page", phrases: ["how much", "how much money|cash"] },
  { kind: "board", phrases: ["number|nr one", "#1", "first place"] },
  { kind: "count", phrases: ["how many submission", "how many submission waiting|unverified"] },
  {
    kind: "cannot-say",
    phrases: [
      "why",
      "who|whos verified|verify|verifies|verifying|approved|approves|checked|checks|reviewed|reviews|rejected",
      "most expensive|costly",
      "least|less|fewest used|popular|common|played|done|beaten|completed",
      "fewest|least completion|og",
      "how come",
      "best|strongest|good|worst|better|favorite|favourite tower|hero|strategy|strat|upgrade|paragon|combo|pair|way",
      "should",
      "favorite|favourite",
      "recommend|recommendation|tip|advice",
      "how hard|difficult|easy",
    ],
  },
  {
    kind: "form",
    phrases: [
      "submit|submission|submitting|upload|uploading",
      "send|post|enter|share video|vid|run|clip|screenshot|proof|completion|it",
      "where|how send|post|add|enter|share|report",
      "add completion|run|mine|one|entry|record|video",
      "want add|submit",
    ],
  },
  {
    kind: "rules",
    phrases: [
      "rule|requirement|guideline",
      "allowed|legal|permitted|forbidden|banned",
      "mean|meaning|definition|define|explain|explanation",
      "stand|short for",
      "difference|differ|different between|from",
      "do|does|will|would count",
      "what counts|qualifies",
      "what|which|need|needed|required proof|recording|video|vid|screenshot|evidence",
      "can|may use|have|bring|place|take|buy|play hero|heroes|power|knowledge|mk|insta|farm",
      "can|may sell|pause|restart|retry|farm",
    ],
  },
  {
    kind: "page",
    phrases: [
      "balance change",
      "balance",
      "patch note",
      "patch|buff|buffed|nerf|nerfed",
      "chimps start|starting|opening",
      "start|begin|open chimps",
      "price|priced|cost",
      "waiting|awaiting|unverified",
      "waiting|awaiting verified|verification|approval|review",
      "still|yet be verified|approved|checked",
      "my|mine|our verified|approved|accepted|rejected|pending|waiting",
      "progress|chart|statistic",
    ],
  },
  {
    kind: "map",
    phrases: [
      "how long track|path",
      "how long",
      "length",
      "track|path length",
      "line sight blocker|obstacle",
      "entrance|entry|exit",
      "water",
      "line sight",
      "los",
      "removal|removable|remove|removing|obstacle|object",
    ],
  },
  {
    kind: "left",
    phrases: [
      "left|remaining|undone|open|available|missing|unclaimed|todo",
      "nobody|noone|hasnt|havent|isnt|arent|wasnt done|beaten|completed|got|been|claimed|beat|did|do",
      "no one done|beaten|completed|got|claimed|did",
      "not|never done|beaten|completed|claimed",
      "map|tower|pair|combo|combination no|without",
      "random|draw",
    ],
  },
  {
    kind: "record",
    phrases: [
      "fewest|least|lowest|cheapest|cheap|minimum|min|smallest|expensive|costly",
      "how much",
      "how much spend|spent|pay|paid",
      "price|priced|cost",
    ],
  },
  {
    kind: "count",
    phrases: ["how many", "how often", "number", "total", "count"],
  },
  {
    kind: "newest",
    phrases: ["latest|newest|recent|recently|lately", "new this|today|what|any|anything|whats"],
  },
  {
    kind: "board",
    phrases: [
      "most",
      "most used|popular|common|played",
      "top|leaderboard|leader|lead|leading|rank|ranking|ranked|scoreboard|board",
      "best|greatest|strongest player|person|people|who|whos",
    ],
  },
  { kind: "newest", phrases: ["last", "this|last week|month"] },
  { kind: "record", phrases: ["record|wr|wrs|best", "world record"] },
  {
    kind: "player",
    phrases: [
      "what|which done|did|do|got|beaten|completed",
      "everything|anything|all",
      "show|stat|profile|page",
    ],
  },
  {
    kind: "who",
    phrases: [
      "when",
      "who|whos|whose|whom",
      "two player|people",
      "which|what player|person|people|guy",
      "first|earliest|oldest person|player|ever|one",
      "first|earliest|oldest",
    ],
  },
  { kind: "done", phrases: ["possible|able|doable|work|working|worked|can|could|beat|beaten|did|got"] },
];

/** What changes how an answer is looked for. */
const TRAITS = {
  /** The earliest of them. */
  first: ["first|earliest|oldest", "when"],
  /** Who verifies, which is not public. */
  verifying: [
    "who|whos verified|verify|verifies|verifying|approved|approves|checked|checks|reviewed|reviews|rejected",
  ],
  /** The other end of what is ranked. */
  most: ["most expensive|costly"],
  few: ["fewest"],
  fewest: [
    "least|less|fewest used|popular|common|played|done|beaten|completed",
    "fewest|least completion|og",
  ],
  /** What many use rather than what somebody has most of. */
  popular: ["popular|common", "most used|played"],
  what: ["what|whats"],
  random: ["random|draw"],
  records: ["record|wr|wrs"],
  pending: ["waiting|awaiting|unverified", "still|yet be verified|approved|checked"],
  mine: ["my|mine|our verified|approved|accepted|rejected|pending|waiting"],
  cheap: ["cheapest|cheap|expensive|costly"],
  prices: ["how much", "price|priced|cost|expensive|costly"],
  starts: ["chimps start|starting|opening", "start|begin|open chimps"],
  progress: ["progress|chart|statistic"],
  length: ["how long", "length"],
  entrances: ["entrance|entry"],
  exits: ["exit"],
  water: ["water"],
  sight: ["line sight", "los"],
  removal: ["removal|removable|remove|removing|obstacle|object"],
} as const satisfies Readonly<Record<string, readonly Phrase[]>>;
export type Trait = keyof typeof TRAITS;

/** Words that ask for nothing by themselves. None negates or divides: "not", "without" and "or" change a question. */
const SMALL: ReadonlySet<string> = new Set(
  (
    "a an i im ive id you u your youre he she they them their we us our it its me my mine this that thats these those there theres here " +
    "hey hi hello hiya yo ok okay well um umm uh hmm guys guy everyone everybody folks please pls plz kindly lol lmao thanks thx ty thank cheers bro dude man " +
    "quick question questions asking ask wondering wonder curious know tell give show see find look need needs needed want wants wanted like " +
    "what whats which where how just only really actually actual honestly basically literally simply exactly precisely specifically very absolutely definitely " +
    "certainly possibly maybe perhaps probably apparently even still so some any anywhere ever also too now currently current present presently nowadays atm rn yet again right " +
    "am are be being been were was had having get gets got getting make makes made try tried trying use used uses go going gone " +
    "can could would will may might did do does doing done will cant " +
    "about from between into out as then if because while since " +
    "all time times often board pls amount total run runs win wins won clear clears cleared game games btd6 set sets held index site entry entries submission submissions thing things way " +
    "somebody someone anyone anybody something hold holds held holder holders own owns different unique distinct one ones combo combos pair pairs beat beaten finished finish complete completing completed completion completions " +
    "recorded so far instead vs versus has have hasnt s t d ll re ve"
  ).split(" "),
);

/** Words for a time of which nothing is known beyond a completion's day: a number or a name is not answered beside one. */
const TIMES: ReadonlySet<string> = new Set(
  "today yesterday tonight week weekend month year day days weeks months years last late".split(" "),
);
/** The kinds of answers that a time would make others. */
const TIMED: ReadonlySet<AskedKind> = new Set(["count", "board"]);

/** Several words that say nothing together. */
const FILLERS: readonly Phrase[] = [
  "as of today|now",
  "at the moment",
  "by any chance",
  "in general",
  "of course",
  "pretty please",
];

/** Words that stand before a value, "map quad", and say nothing where none follows. */
const LABELS: ReadonlySet<string> = new Set(
  "map maps tower towers type types hero heroes player players person people list lists".split(" "),
);

/** A question without the words that only say what it asks for. */
export interface Asked {
  /** What it asks for, the likeliest first; "done" comes last. */
  readonly kinds: readonly AskedKind[];
  readonly traits: ReadonlySet<Trait>;
  /** The challenges that it describes in words of its own. */
  readonly challenges: readonly { readonly key: string; readonly words: readonly TextRange[] }[];
  /** The players that it asks about as those who did something. */
  readonly players: readonly (TextRange & { readonly name: string })[];
  /** What it counts or ranks by a word of its own. */
  readonly nouns: NamedNouns;
  /** How many towers it asks for; null: it does not say. */
  readonly towers: TowerCount | null;
  /** The text with blanks in place of these words, so that places in it are those of the text. */
  readonly rest: string;
}

const APOSTROPHE = /^['’ʼ]$/u;

/** Returns the words of a text outside quotes and keys, "who's" being one. */
function plainWords(text: string): readonly QueryWord[] {
  const words: QueryWord[] = [];
  for (const each of queryWords(text)) {
    const before = words.at(-1);
    if (before && APOSTROPHE.test(text.slice(before.to, each.from)))
      words[words.length - 1] = {
        ...before,
        word: before.word + each.word,
        typed: before.typed + each.typed,
        to: each.to,
      };
    else
      words.push(
        text[each.from - 1] === "#" && /^\d+$/.test(each.word) ? { ...each, word: `#${each.word}` } : each,
      );
  }
  // Beyond the limit of one text, parts are unread; what they are is decided once these words are taken.
  const special = partsOf(text).filter(({ kind }) => kind !== "free" && kind !== "unread");
  return words
    .filter(({ from, to }) => !special.some((part) => from >= part.from && to <= part.to))
    .slice(0, MOST_WORDS);
}

/** The most words of a question that are read. */
const MOST_WORDS = 60;

/** The verbs that a player stands between: "has Ada done", "does Ada have". */
const BEFORE_PLAYER: ReadonlySet<string> = new Set(["has", "have", "did", "does", "do"]);
const AFTER_PLAYER: ReadonlySet<string> = new Set(
  "done do did have has got get beat beaten completed complete hold made make".split(" "),
);

/** Returns where a question may name a player as the one who does something, whatever else is called so. */
export function subjectsIn(text: string): readonly (TextRange & { readonly name: string })[] {
  const words = plainWords(text);
  return words.flatMap((first, at) => {
    const owner = /^(.+)['’ʼ]s$/u.exec(text.slice(first.from, first.to))?.[1];
    if (owner !== undefined) return [{ name: owner, from: first.from, to: first.to }];
    if (!BEFORE_PLAYER.has(first.word)) return [];
    const verb = words.findIndex((word, place) => place > at + 1 && AFTER_PLAYER.has(word.word));
    const span = verb === -1 || verb - at - 1 > MOST_IN_SUBJECT ? [] : words.slice(at + 1, verb);
    const [from, to] = [span[0]?.from, span.at(-1)?.to];
    return from === undefined || to === undefined ? [] : [{ name: text.slice(from, to), from, to }];
  });
}

/** The most words of a player's name between two verbs. */
const MOST_IN_SUBJECT = 3;

/** The most words of a name that are looked up together. */
const MOST_TOGETHER = 5;

/** Returns the words that are part of a name: of several words, or written by itself as that name. */
function namingWords(
  words: readonly QueryWord[],
  vocabulary: Vocabulary,
  isPlayer: (name: string) => boolean,
): ReadonlySet<QueryWord> {
  const found = new Set<QueryWord>();
  for (const [from] of words.entries())
    for (let length = 1; length <= Math.min(MOST_TOGETHER, words.length - from); length++) {
      const span = words.slice(from, from + length);
      const text = span.map(({ typed }) => typed).join(" ");
      const named = vocabulary.named(text);
      const isNamed =
        named !== null &&
        named.rank !== "initials" &&
        !named.meanings.every(({ kind }) => kind === "challenge");
      const isPlural = named === null && vocabulary.plural(text) !== null;
      const isPlayers =
        isPlayer(text) && (length > 1 || words.length === 1 || words[from - 1]?.word === "by");
      if (isNamed || isPlural || isPlayers) for (const word of span) found.add(word);
    }
  return found;
}

/** The words of a question, those that are free of names, and those that it takes for what it asks. */
interface Reading {
  readonly all: readonly QueryWord[];
  readonly naming: ReadonlySet<QueryWord>;
  readonly unlabelled: readonly QueryWord[];
  readonly taken: ReadonlySet<TextRange>;
  /** Whether what is most likely asked for has a time, so that "latest" narrows it. */
  readonly isTimed: boolean;
  readonly vocabulary: Vocabulary;
}

const isSmall = (word: QueryWord, { taken, unlabelled, isTimed }: Reading): boolean =>
  TIMES.has(word.word) ? !isTimed : taken.has(word) || SMALL.has(word.word) || isRank(word, unlabelled);

/** Whether a word of a question names nothing. */
function isSilent(word: QueryWord, reading: Reading): boolean {
  const { all, taken, vocabulary } = reading;
  const at = all.indexOf(word);
  const [before, after] = [all[at - 1], all[at + 1]];
  if (word.word === "or") return after !== undefined && AFTER_OR.has(after.word);
  if (LABELS.has(word.word) && !taken.has(word))
    return (
      (!before || !/^\d+$/.test(before.word) || isSmall(before, reading)) &&
      (after === undefined || isSmall(after, reading) || isConnecting(after.word))
    );
  // "one tower" is a number of towers.
  if (word.word === "one" && !taken.has(word) && after !== undefined && LABELS.has(after.word)) return false;
  if (!isSmall(word, reading)) return false;
  // "first strike" is the beginning of a name.
  return ![before, after].some(
    (each) =>
      each !== undefined &&
      each.word.length > 2 &&
      !isSmall(each, reading) &&
      !ASKING.has(each.word) &&
      vocabulary.hasWords([word.word, each.word]),
  );
}

/** Returns the words of a question that name nothing: the rest is searched for. */
function silentWords(reading: Reading): readonly QueryWord[] {
  const { all, naming, unlabelled, taken } = reading;
  const silent = all.filter(
    (word) =>
      (taken.has(word) || (unlabelled.includes(word) && !naming.has(word))) && isSilent(word, reading),
  );
  // Connecting words alone would be read as names: "of" as a map's initials.
  const others = all.filter((word) => !silent.includes(word) && !isConnecting(word.word));
  return silent.length > 0 && others.length === 0 ? all : silent;
}

/** Returns the types of completions of the challenges that are named. */
const typesIn = (definitions: readonly ChallengeDefinition[], labels: ReadonlySet<string>) =>
  new Set(
    definitions.flatMap((definition) =>
      labels.has(definition.key)
        ? fieldsOfKind(definition, "completiontype").flatMap(([, field]) => field.choices)
        : [],
    ),
  );

/** Returns what kinds of things are asked for, and by which words. */
const kindsIn = (unlabelled: readonly QueryWord[], free: readonly QueryWord[]) =>
  QUESTION_WORDS.flatMap(({ kind, phrases }) => {
    // Of several words, a phrase is surer than a name of one word: "balance changes".
    const found = phrases.flatMap(
      (phrase) =>
        wordsOfPhrase(phrase, unlabelled) ??
        (phrase.includes(" ") ? wordsTogether(phrase, free) : null) ??
        [],
    );
    return found.length > 0 ? [{ kind, words: found }] : [];
  });

/**
 * Reads what a question asks for. It costs as much as its words times the table.
 * @param playerNamed how the only player is shown who is called so; null: there is none, or several
 */
export function readAsked(
  text: string,
  definitions: readonly ChallengeDefinition[],
  vocabulary: Vocabulary,
  playerNamed: (name: string) => string | null,
): Asked {
  const players = subjectsIn(text).flatMap((subject) => {
    const name = playerNamed(subject.name);
    return name === null ? [] : [{ ...subject, name }];
  });
  const isOfPlayer = ({ from, to }: TextRange): boolean =>
    players.some((player) => from >= player.from && to <= player.to);
  const all = plainWords(text).filter((word) => !isOfPlayer(word));
  const naming = namingWords(all, vocabulary, (name) => playerNamed(name) !== null);
  const isBound = (at: number): boolean =>
    all[at - 1]?.word === "at" && ["least", "most"].includes(all[at]?.word ?? "");
  const free = all.filter((_, at) => !isBound(at));
  const words = free.filter((word) => !naming.has(word));
  const isLabel = (word: QueryWord): boolean =>
    vocabulary.named(word.typed)?.meanings.some(({ kind }) => kind === "challenge") ?? false;
  const labels = new Set(
    words.flatMap(
      (word) =>
        vocabulary
          .named(word.typed)
          ?.meanings.flatMap((each) => (each.kind === "challenge" ? [each.key] : [])) ?? [],
    ),
  );
  const choices = typesIn(definitions, labels);
  // "cheapest" is a type of completion in some challenge.
  const unlabelled = words.filter((word) => !isLabel(word) && !choices.has(word.word));
  const towers = towerCountIn(
    all.filter((word) => !isLabel(word)),
    definitions,
    labels,
  );
  const described = describedIn(
    unlabelled.filter((word) => !towers?.words.includes(word)),
    definitions,
  );
  const challenges = [
    ...described.filter(({ key }) => labels.size === 0 || labels.has(key)),
    ...(towers && labels.size === 0 ? [{ key: towers.challenge, words: [towers.noun] }] : []),
  ];

  const asked = kindsIn(unlabelled, free);
  const traits = (Object.keys(TRAITS) as Trait[]).filter((trait) =>
    TRAITS[trait].some((phrase) => wordsOfPhrase(phrase, unlabelled) !== null),
  );
  const taken = new Set<TextRange>([
    ...asked.flatMap((each) => each.words),
    ...described.flatMap((each) => each.words),
    ...(towers?.words ?? []),
    ...FILLERS.flatMap((phrase) => wordsTogether(phrase, all) ?? []),
  ]);
  const [likeliest] = asked;
  const isTimed = likeliest !== undefined && TIMED.has(likeliest.kind);
  const silent = silentWords({ all, naming, unlabelled, taken, isTimed, vocabulary });
  return {
    kinds: [
      ...new Set([
        // "less than 3 towers" asks for the fewest.
        ...(towers?.count === null ? ["record" as const] : []),
        ...asked.map(({ kind }) => kind).filter((kind) => kind !== "done"),
        "done" as const,
      ]),
    ],
    traits: new Set(traits),
    nouns: nounsIn(
      all.filter((word) => !towers?.words.includes(word)),
      (word) => naming.has(word),
    ),
    challenges,
    players,
    towers,
    rest: blanked(text, [...silent, ...players]),
  };
}

/** What makes "or" the beginning of a second question: "or can I …". */
const AFTER_OR: ReadonlySet<string> = new Set(["can", "could", "is", "not", "still", "does", "has"]);

/** What a number behind it only says how many of are wanted, and the most that it then is: "top 10", "first 3". */
const RANKED: ReadonlyMap<string, number> = new Map(
  Object.entries({ top: 999, rank: 999, first: 20, last: 20, newest: 20, latest: 20 }),
);

const isRank = (word: QueryWord, words: readonly QueryWord[]): boolean => {
  const most = RANKED.get(words[words.indexOf(word) - 1]?.word ?? "");
  return most !== undefined && (/^(?:three|five|ten)$/.test(word.word) || Number(word.word) <= most);
};

/** Returns the words of a phrase that stand side by side; null if they do not. */
function wordsTogether(phrase: Phrase, words: readonly QueryWord[]): readonly QueryWord[] | null {
  const found = wordsOfPhrase(phrase, words);
  const places = found?.map((word) => words.indexOf(word)) ?? [];
  return found && Math.max(...places) - Math.min(...places) === found.length - 1 ? found : null;
}

/** Returns the challenges that words describe: "fewest tower types" is not "fewest towers", too. */
function describedIn(words: readonly QueryWord[], definitions: readonly ChallengeDefinition[]) {
  const described = definitions.flatMap(({ key, askedAs = [] }) => {
    const found = askedAs.flatMap((phrase) => {
      const each = wordsOfPhrase(phrase, words);
      return each ? [each] : [];
    });
    const [most] = found.toSorted((one, other) => other.length - one.length);
    return most ? [{ key, words: most }] : [];
  });
  return described.filter(
    (one) =>
      !described.some(
        (other) =>
          other.words.length > one.words.length && one.words.every((word) => other.words.includes(word)),
      ),
  );
}

/** Returns a text with blanks, as many as there were characters, in place of some words. */
function blanked(text: string, words: readonly TextRange[]): string {
  let last = 0;
  let rest = "";
  for (const { from, to } of words.toSorted((one, other) => one.from - other.from)) {
    rest += text.slice(last, from) + " ".repeat(to - from);
    last = to;
  }
  return rest + text.slice(last);
}
