import { z } from "zod";
import type { ChallengeDefinition } from "../challenges/define.ts";
import { fieldsOfKind, oncePerChallenge, rowFields, submittedFields } from "../challenges/fields.ts";
import type { Condition } from "../fields/condition.ts";
import { type Field, kindOf } from "../fields/index.ts";
import { InvalidValue, wireName } from "../fields/kind.ts";
import { CLEAR_CODE } from "../fields/lines.ts";
import { parseFilekeys } from "../fields/text-list.ts";
import type { Catalogue } from "../game/catalogue.ts";
import { withArticle } from "../game/counted.ts";
import { MOST_ROWS_OF_PAGE } from "../limits.ts";
import { namesOne, ogKeys, readKeyQuery, readOgQuery } from "../lists/key-query.ts";
import { listParameters, readFeedQuery, readListQuery } from "../lists/list-query.ts";
import { readAs, readCount, readSearchText } from "../lists/parameters.ts";
import { CODE_OF_PROGRAMS, ogInfoFields, type WireRow } from "../lists/row.ts";
import { DATED_SINCE, DEFAULT_PAGE } from "../lists/url-state.ts";
import { linkName, otherSlots } from "../media/proof-slots.ts";
import {
  AnyCompletion,
  allOf,
  count,
  DONE,
  type Endpoint,
  flag,
  get,
  getBy,
  nameFor,
  type Parameter,
  pageOf,
  parsed,
  post,
  required,
  SPREADSHEET_PARAMETER,
  shape,
  text,
} from "./define.ts";
import { SubmissionOutcome } from "./notices.ts";
import { api, KEEP_COPY } from "./routes.ts";
import { type Corrected, CorrectedShape, Understood } from "./search.ts";

/** The wire schema of these fields of a completion. */
const shapeOf = (fields: readonly (readonly [string, Field])[]) =>
  Object.fromEntries(
    fields.map(([name, field]) => {
      const { nullable, schema } = kindOf(field);
      return [name, nullable ? schema(z, field).nullable() : schema(z, field)];
    }),
  );

/** A row of a challenge: its own fields, then those that every completion has. */
export const rowOf = oncePerChallenge(
  (definition): z.ZodType<WireRow> =>
    shape(nameFor("Completion", definition.key), z.object(shapeOf(rowFields(definition)))),
);

/** The same with the code also under the name that existing programs read. */
const listRowOf = oncePerChallenge((definition): z.ZodType<WireRow> => {
  const aliases = fieldsOfKind(definition, "code").map(() => [CODE_OF_PROGRAMS, CODE] as const);
  const row = z.object({ ...shapeOf(rowFields(definition)), ...Object.fromEntries(aliases) });
  return shape(nameFor("ListedCompletion", definition.key), row);
});

interface OgInfoAnswer {
  readonly result: WireRow;
  readonly claims?: readonly string[] | undefined;
}

const ogInfoOf = (definition: ChallengeDefinition): z.ZodType<OgInfoAnswer> => {
  const pending = z.string().optional().describe("Its submitter, while a helper has yet to verify it.");
  const result = z.object({ ...shapeOf(ogInfoFields(definition)), pending });
  return z.object({ result, claims: CLAIMS }) as z.ZodType<OgInfoAnswer>;
};

/** What the API's description says about the parameters of lists. */
const NOTES: Readonly<Record<string, string>> = {
  query:
    "A search text: names in any spelling, short forms, misspelt by one letter, words, dates, versions, cash; keys such as map:quad. Every part must match: the words as they stand (each a prefix) or what they are read as. At most 300 characters.",
  tower: "A tower or a tower type; given again, both must be there.",
  since: "A day, month or year: completions dated from then on.",
  before: "A day, month or year: completions dated before it.",
  has: "video, picture, link or notes: what a completion must have; may be given again.",
  record:
    "only: verified completions that have the record; of challenges that compare within a version or a type, too, major or completiontype: those that have that record.",
  towerquery: "JSON array of tower types or names, in either order.",
  towerincludes: "Towers that must all be contained: a JSON array, a JSON string or a comma list.",
  towercount: "How many towers the completion has.",
  code: "A challenge code, in any letter case: completions that have it in its field or in their notes.",
  person:
    "A player, without regard to letter case or the kind of quotes and hyphens; given again, both must have played.",
  og: "1 or true: originals only; 0 or false: the others only.",
  pending: "1 or true: pending only; 0 or false: verified only.",
  version: "A version, or a bare major number for all its minors; >=44, <44.1, 44..46.",
  money: "Cash: a number, >=n, <=n, >n, <n, or n..m.",
  map: "A map's name or abbreviation.",
  sortby:
    "Field names divided by commas, ascending, or descending when followed by DESC. recorded: when it was; newest: those verified last, or of claims submitted last, first.",
  offset: "Rows to skip.",
  count: "Rows wanted, 0 to 100 (20 if absent); 0 asks for the total alone.",
};

const NUMBERS = new Set(["offset", "count", "towercount"]);

/** Declares parameters that are read together (getBy), each with its note. */
function described(names: readonly string[], isRequired: (name: string) => boolean = () => false) {
  const of = (name: string): Parameter<unknown> => ({
    ...text(NOTES[name]),
    ...(NUMBERS.has(name) ? { schema: z.int().min(0) } : {}),
    isRequired: isRequired(name),
  });
  return Object.fromEntries(names.map((name) => [name, of(name)]));
}

const CODE = z
  .string()
  .nullable()
  .describe("The challenge code in its own field, as challenge_code has it; null: there is none.");

/** What else keys could mean to a helper. */
const CLAIMS = z
  .array(z.string())
  .readonly()
  .optional()
  .describe(
    "For verifiers and helpers: the filekeys of what else the keys could mean: claims, or what is verified.",
  );

/** One page of a list (SPEC section 3, "Paged list response"). */
export interface ListAnswer {
  readonly results: readonly WireRow[];
  /** Over all pages. */
  readonly count: number;
  readonly more: boolean;
  /** The misspelt parts of the search text and what they were read as; absent if there were none. */
  readonly corrected?: readonly Corrected[];
  /** The filekeys of what else the keys could mean to the helper who asks; absent if there is nothing. */
  readonly claims?: readonly string[];
}

/** The same with, in the order of its rows, when each was verified, or a pending one submitted. */
export interface DatedListAnswer extends ListAnswer {
  /** ISO 8601, UTC; null: not known. */
  readonly appeared: readonly (string | null)[];
  readonly revisions: readonly number[];
  readonly code_checked: readonly (string | null)[];
  readonly players_agree: readonly boolean[];
}

/** Beyond every entry of the log. */
const NEVER = Number.MAX_SAFE_INTEGER;

const Since = shape(
  "Since",
  z.object({
    seq: z
      .int()
      .describe("The last entry of the log that is of such a completion: ask from here next; 0: none is."),
    count: z
      .int()
      .describe("How many were submitted or verified after `since`, among the challenge's last 100 entries."),
    filekeys: z.array(z.string()).readonly().describe("Those, in no order."),
  }),
);

/** `notes`: Markdown; empty where there are none. */
const Notes = shape("Notes", z.object({ notes: z.string(), [CODE_OF_PROGRAMS]: CODE, claims: CLAIMS }));

const Table = z.object({
  mapList: z
    .array(shape("MapOfTable", z.object({ map: wireName(z, "map"), difficulty: z.string().nullable() })))
    .readonly()
    .describe("Easiest difficulty first, within it the longest map first."),
  tableData: z
    .record(wireName(z, "tower"), z.string())
    .describe("Tower to a bit set as hex text without 0x: bit i, the lowest being 0, stands for mapList[i]."),
});

export const Grid = shape(
  "Grid",
  Table.extend({
    ogData: Table.shape.tableData.describe("The same of originals that are verified."),
    pendingData: Table.shape.tableData.describe("The same for pending completions."),
  }),
);

/**
 * A request for an original: the conditions that identify it and, where the parameters name one completion, those that
 * do so.
 */
export interface OgQuery {
  readonly original: readonly Condition[];
  readonly named: readonly Condition[] | null;
  /** The towers as the request spells them; the answer names the pair that way. */
  readonly spelledTowers: readonly string[];
}

/** Reads a parameter that takes one word. */
const word = (only: string, note: string): Parameter<string | null> => ({
  ...parsed((given) => {
    if (given !== only) throw new InvalidValue("not-a-choice", { choices: [only] });
    return given;
  }, note),
  schema: z.literal(only),
});

const COLUMNS_PARAMETER = word(
  "all",
  "all: everything that a row has, as it is, line breaks in notes included, and its links to further proof.",
);
const READER_PARAMETER = word(
  "people",
  "people: as the list's page shows it, with headings and whole links.",
);

type Described = ReturnType<typeof described>;

const CORRECTED = z.array(CorrectedShape).readonly().optional();

/** What a list for its page has besides, in the order of the rows. */
const DATED = {
  corrected: CORRECTED,
  appeared: z
    .array(z.string().nullable())
    .readonly()
    .describe("In the order of the rows: ISO 8601, UTC; null: nobody knows."),
  revisions: z
    .array(z.int())
    .readonly()
    .describe("In the order of the rows: what an edit, or a verdict, of what is shown here names."),
  code_checked: z
    .array(z.string().nullable())
    .readonly()
    .describe(
      "In the order of the rows: when the game's server was asked for the challenge code, if it agrees with the completion (ISO 8601, UTC); null: it does not, or nobody knows.",
    ),
  players_agree: z
    .array(z.boolean())
    .readonly()
    .describe(
      "In the order of the rows: whether it has several players and all of them say that it is right.",
    ),
};

/** The reads of a challenge's list. */
function listReads(definition: ChallengeDefinition, list: Described, identifiedBy: readonly string[]) {
  const { key, label } = definition;
  return {
    list: getBy(api.list(key), list, (given, catalogue) => readListQuery(definition, given, catalogue), {
      summary: `${label} completions`,
      result: pageOf(listRowOf(definition)).extend({
        corrected: CORRECTED,
        claims: CLAIMS,
      }) as unknown as z.ZodType<ListAnswer>,
      isLegacy: true,
      identifiedBy,
    }),
    dated: getBy(api.dated(key), list, (given, catalogue) => readListQuery(definition, given, catalogue), {
      summary: `${label} completions, with when each was verified or, of pending ones, submitted`,
      result: pageOf(listRowOf(definition)).extend(DATED) as unknown as z.ZodType<DatedListAnswer>,
    }),
    since: getBy(
      api.since(key),
      {
        ...feedParameters(list),
        since: count(NEVER, NEVER, "An entry's number in the log; absent: none is new."),
        [DATED_SINCE]: text(NOTES.since),
      },
      (given, catalogue) => {
        const parameters = new URLSearchParams(given);
        parameters.delete("since");
        const date = parameters.get(DATED_SINCE);
        if (date !== null) parameters.set("since", date);
        return {
          request: readListQuery(definition, parameters, catalogue),
          since: readCount(given, "since", NEVER) ?? NEVER,
        };
      },
      {
        summary: `How many ${label} completions of a list were submitted or verified since an entry of the log`,
        result: Since,
      },
    ),
    understood: getBy(api.understood(key), described(["query"]), (given) => readSearchText(given, "query"), {
      summary: `What a search text asks for in the list of ${label} completions`,
      result: Understood,
    }),
  };
}

/** The reads of one completion, by its keys. */
function keyReads(definition: ChallengeDefinition, identifiedBy: readonly string[]) {
  const { key, label, og } = definition;
  const optional = definition.optionalKeys ?? [];
  const keys = [...new Set([...definition.keys, "filekey"])];
  const named = described(keys, (name) => definition.keys.includes(name) && !optional.includes(name));
  const towers = definition.keys.filter((name) => definition.fields[name]?.kind === "tower");
  const readsOg = (given: URLSearchParams, catalogue: Catalogue): OgQuery => ({
    original: readOgQuery(definition, given, catalogue),
    named: namesOne(definition, given) ? readKeyQuery(definition, given, catalogue) : null,
    spelledTowers: towers.map((name) => given.get(name) ?? ""),
  });
  const isOgKey = (name: string): boolean => ogKeys(definition).includes(name);
  return {
    notes: getBy(api.notes(key), named, (given, catalogue) => readKeyQuery(definition, given, catalogue), {
      summary: `Notes of one ${label} completion`,
      result: Notes,
      isSmall: true,
      identifiedBy,
    }),
    ogInfo: og
      ? getBy(api.ogInfo(key), described(keys, isOgKey), readsOg, {
          summary: `The original of one ${label}`,
          result: ogInfoOf(definition),
          isSmall: true,
          identifiedBy: ogKeys(definition),
          isLegacy: true,
        })
      : null,
  };
}

/** The reads of a challenge's table and of its records; null for those it does not have. */
function overviewReads(definition: ChallengeDefinition) {
  const { key, label, views, record, costHistory } = definition;
  return {
    table: views.includes("table")
      ? get(api.table(key), {}, { summary: `${label}: map by tower`, result: Table, isLegacy: true })
      : null,
    standings: record
      ? get(
          api.standings(key),
          {
            filekeys: required(parsed(parseFilekeys, "JSON array of filekeys, 100 at most.")),
            when: flag("1 or true: also since when, and until when, each had the record."),
          },
          {
            summary: `How verified ${label} completions stand in the records`,
            result: Standings,
          },
        )
      : null,
    recordHistory: costHistory
      ? get(
          api.recordHistory(key),
          { map: required(text(NOTES.map)) },
          {
            summary: `The record of each major version on a map: verified ${label} completions`,
            result: allOf(rowOf(definition)).extend({
              superseded: z
                .array(
                  z.object({
                    by: z
                      .string()
                      .describe("The filekey of one of the results, which had been played earlier."),
                    on: z.string().describe("The day on which that was verified (yyyy-mm-dd)."),
                    completion: rowOf(definition),
                  }),
                )
                .readonly()
                .describe("Completions that counted as the record of their major version until then."),
            }) as unknown as z.ZodType<{
              results: readonly WireRow[];
              superseded: readonly { by: string; on: string; completion: WireRow }[];
            }>,
          },
        )
      : null,
    grid: views.includes("table")
      ? get(
          api.grid(key),
          {},
          {
            summary: `${label}: map by tower, with originals and pending completions`,
            result: Grid,
          },
        )
      : null,
  };
}

/** The parameters of a list without those of its order and length: a feed has its own. */
function feedParameters({ sortby: _, offset: __, count: ___, ...fed }: Described): Described {
  return fed;
}

/** A challenge's feeds, and its list as a file. */
function fileReads(definition: ChallengeDefinition, list: Described) {
  const { key, label } = definition;
  const fed = feedParameters(list);
  const readFed = (given: URLSearchParams, catalogue: Catalogue) =>
    readFeedQuery(definition, given, catalogue);
  const feed = {
    summary: `The newest verified ${label} completions of those that the parameters ask for`,
  };
  return {
    atom: getBy(api.atom(key), fed, readFed, { ...feed, ...AS_ATOM }),
    jsonFeed: getBy(api.jsonFeed(key), fed, readFed, { ...feed, ...AS_JSON_FEED }),
    csv: getBy(
      api.csv(key),
      { ...list, spreadsheet: SPREADSHEET_PARAMETER, columns: COLUMNS_PARAMETER, for: READER_PARAMETER },
      (given, catalogue) => ({
        request: readListQuery(definition, given, catalogue),
        hasAll: COLUMNS_PARAMETER.read(given, "columns") !== null,
        isForPeople: READER_PARAMETER.read(given, "for") !== null,
      }),
      {
        summary: `${label} completions as CSV`,
        result: z.array(rowOf(definition)).readonly(),
        contentType: "text/csv",
        // Streamed while it is made, so the whole of it is never in memory.
        isCached: false,
        isLegacy: true,
      },
    ),
  };
}

/** The public reads of one challenge; null for those it does not have. */
export const challengeReads = oncePerChallenge((definition) => {
  const list = described(listParameters(definition));
  const { keys, optionalKeys = [] } = definition;
  // What has a filekey alone for a key means the same to everybody.
  const identifiedBy = keys.includes("filekey") ? [] : keys.filter((name) => !optionalKeys.includes(name));
  return {
    ...listReads(definition, list, identifiedBy),
    ...keyReads(definition, identifiedBy),
    ...overviewReads(definition),
    ...fileReads(definition, list),
  };
});

const SCOPE_PARTS = ["map", "major", "completiontype"] as const;

const Standings = shape(
  "Standings",
  allOf(
    z.object({
      filekey: z.string(),
      scope: z
        .array(z.enum(SCOPE_PARTS))
        .readonly()
        .describe("What it is compared within: its map; its map in its major version of the game …"),
      amount: z.number().describe("What the record goes by: cash, or how many towers."),
      best: z.number().describe("The record's."),
      next: z.number().nullable().describe("What comes after the record; null: nothing does."),
      holders: z.int().describe("How many have the record."),
      isFirst: z.boolean().describe("Whether it has the record and nobody had it before."),
      since: z
        .string()
        .nullable()
        .describe("With when=1: the day on which it became the record; null: it never was, or nobody knows."),
      until: z
        .string()
        .nullable()
        .describe("With when=1: the day on which something better came; null: nothing has, or nobody knows."),
      superseded: z
        .string()
        .nullable()
        .describe(
          "With when=1: the day on which an earlier completion that is as good was verified; until then it counted as a record. Null: none was.",
        ),
    }),
  ),
);

const Newest = z.object({
  challenge: z.string(),
  verified: z
    .string()
    .nullable()
    .describe("When a helper verified it: ISO 8601, UTC; null: nobody knows. Such ones come last."),
  completion: AnyCompletion.describe("As in the challenge's list."),
});
const NewestPage = allOf(Newest);

export const newest = get(
  api.newest(),
  {
    challenge: text("A challenge's key, such as 2tc."),
    map: text(NOTES.map),
    og: flag("1 or true: originals alone."),
    count: count(MOST_ROWS_OF_PAGE, DEFAULT_PAGE, NOTES.count),
  },
  {
    summary: "The newest verified completions",
    result: NewestPage,
  },
);

/** Rows by default; each is looked for in all challenges. */
const DEFAULT_APPEARED = 10;

const Appeared = z.object({
  hasPage: z
    .boolean()
    .describe("Whether there is a page of the player who was asked for; false: of none, or they hide it."),
  lists: z
    .array(z.object({ challenge: z.string(), count: z.int().describe("All that it has of them.") }))
    .readonly(),
  results: z
    .array(
      z.object({
        challenge: z.string(),
        verified: z.string().nullable().describe("As in /fetch-newest; null: it was not, or nobody knows."),
        completion: AnyCompletion.describe("As in the challenge's list."),
      }),
    )
    .readonly(),
});

export const appeared = get(
  api.appeared(),
  {
    challenge: text("A challenge's key, such as 2tc."),
    map: text(NOTES.map),
    person: text(NOTES.person),
    count: count(MOST_ROWS_OF_PAGE, DEFAULT_APPEARED, "Rows wanted, 0 to 100 (10 if absent)."),
  },
  {
    summary:
      "What was verified last, or of claims submitted last, and how many there are in each challenge that has any",
    result: Appeared,
  },
);

const Totals = z.object({
  totals: z
    .record(z.string(), z.int().nullable())
    .describe("How many each has; null: it cannot be asked so."),
});
export type TotalsAnswer = z.infer<typeof Totals>;

/** List parameters that do not narrow the list. */
const OF_A_PAGE: ReadonlySet<string> = new Set(["sortby", "offset", "count"]);

/** Declares the address that counts the completions of several lists under the same parameters. */
export function listTotals(definitions: readonly ChallengeDefinition[]) {
  const choices = definitions.map(({ key }) => key);
  const parseKeys = (given: string): readonly string[] => {
    const keys = given.split(",").map((key) => key.trim().toLowerCase());
    if (!keys.every((key) => choices.includes(key))) throw new InvalidValue("not-a-choice", { choices });
    return choices.filter((key) => keys.includes(key));
  };
  const narrowing = new Set(definitions.flatMap(listParameters).filter((name) => !OF_A_PAGE.has(name)));
  return getBy(
    api.totals(),
    {
      lists: text("Challenges' keys divided by commas, such as 2tc,ltc; all of them if absent."),
      ...described([...narrowing], () => false),
    },
    (given) => {
      // Refused for all lists: one alone would only say that it cannot count.
      readSearchText(given, "query");
      return { lists: readAs(given, "lists", parseKeys) ?? choices, given };
    },
    {
      summary: "How many completions several lists have under the same parameters",
      result: Totals,
    },
  );
}

export const ATOM = "application/atom+xml";
export const JSON_FEED = "application/feed+json";

const AuthorOfFeed = shape("FeedAuthor", z.object({ name: z.string() }));

/** What a feed has of JSON Feed 1.1 (jsonfeed.org). */
const Feed = shape(
  "JsonFeed",
  z.object({
    version: z.literal("https://jsonfeed.org/version/1.1"),
    title: z.string(),
    home_page_url: z.url().describe("The page that shows the same."),
    feed_url: z.url(),
    authors: z.array(AuthorOfFeed).readonly().describe("The site."),
    items: z
      .array(
        z.object({
          id: z.string().describe("The address of the completion's page; it never changes."),
          url: z.url(),
          title: z.string(),
          content_text: z.string(),
          date_published: z.iso.datetime().describe("When a helper verified it: ISO 8601, UTC."),
          authors: z.array(AuthorOfFeed).readonly().describe("Its players."),
        }),
      )
      .readonly()
      .describe("The newest first."),
  }),
);
export type JsonFeed = z.infer<typeof Feed>;

const AS_ATOM = { result: null, contentType: ATOM } as const;
const AS_JSON_FEED = { result: Feed, contentType: JSON_FEED } as const;

const ofAll = { summary: "The newest verified completions" } as const;
export const atomOfAll = get(api.atomOfAll(), {}, { ...ofAll, ...AS_ATOM });
export const jsonFeedOfAll = get(api.jsonFeedOfAll(), {}, { ...ofAll, ...AS_JSON_FEED });

const Shares = allOf(
  z.object({
    challenge: z.string(),
    verified: z.int().describe("All verified completions."),
    done: z.int(),
    possible: z.int().describe("As many as its form takes; or all maps."),
    of: z
      .enum(["pairs", "names", "maps"])
      .describe("What is counted: pairs or names that have an original, or maps that have a completion."),
  }),
);
export const shares = get(
  api.shares(),
  {},
  {
    summary: "How much of each challenge is done",
    result: Shares,
  },
);

const Taken = allOf(
  z.object({ filekey: z.string(), by: z.string().describe("The filekey of the verified completion.") }),
);
export const takenClaims = get(
  api.takenClaims(),
  { filekeys: required(parsed(parseFilekeys, "JSON array of filekeys, 100 at most.")) },
  {
    summary: "Which of these claims another was verified before",
    result: Taken,
  },
);

/** The outcome of a submission: recorded under this filekey, or already there. */
const Submitted = z.object({
  inserted: z.boolean(),
  filekey: z.string().optional(),
  notOriginal: z
    .literal(true)
    .optional()
    .describe("It claimed to be the original, another was verified before: verified as not original."),
  claims: CLAIMS,
});

const Roles = z
  .array(z.string().nullable())
  .readonly()
  .describe("What each of the files shows of what the rules ask for, such as setup; null: nobody said.");

/** Links to proof besides a completion's own. */
export const Links = z
  .array(shape("ProofLink", z.object({ role: z.string(), url: z.string() })))
  .readonly()
  .describe("Links to what else the rules ask for, such as a setup; one for each role.");

const Edit = z.object({
  result: AnyCompletion.describe(
    "The row with its own OG extras, those of an original that came second too.",
  ),
  revision: z.int(),
  files: z.array(z.string()).readonly().describe("The keys of its attachments."),
  roles: Roles,
  links: Links,
  mayEdit: z.boolean(),
  mayVerify: z
    .boolean()
    .describe("Whether the sender may give a verdict on it: false for what is not pending."),
  rejection: z.string().nullable().describe("Why a helper rejected it; null for one that was not."),
  question: z
    .string()
    .nullable()
    .describe("What a helper asked about it, which an edit of whoever reads this answers."),
  claims: CLAIMS,
});
/** What an edit form starts from. */
export type EditInfo = z.infer<typeof Edit>;

/** What members can do with the completions of one challenge. */
export const challengeWrites = oncePerChallenge((definition) => {
  const { key, label, keys } = definition;
  const named = [...keys, "filekey"];
  return {
    submit: post(api.addSubmit(key), {
      access: "member",
      summary: `Adds or edits ${withArticle(label)}`,
      result: Submitted,
      fields: [
        ...submittedFields(definition).map(([name]) => name),
        ...otherSlots(definition).map(({ role }) => linkName(definition, role)),
        ...named.map((name) => `edited-${name}`),
        ...["edit", "og", "verify", "revision", "submission-id", "attachment-roles", "delete-attachments"],
        // That an empty code removes the one that is there.
        ...(fieldsOfKind(definition, "code").length > 0 ? [CLEAR_CODE] : []),
        // 1: it is verified although another helper is looking at it.
        "take",
        // The checks whose warnings the sender has looked at.
        "looked",
        KEEP_COPY,
        // "on", and the names of towers and heroes that are not listed yet and that are submitted as typed: JSON.
        ...["unlisted", "unlisted-names"],
        // The pictures scaled to 256 x 144 without regard to their shape, a grey level a byte, in base64: of the proof, and
        // of the attachments in their order, empty where there is none.
        ...["small-image", "small-attachments"],
        // Which of several claims an edit by keys means.
        ...["filekey", "pending"],
      ],
      files: ["image", "attachments"],
      own: named.map((name) => `edited-${name}`),
    }),
    remove: post(api.deleteSubmit(key), {
      access: "member",
      summary: `Deletes ${label} completions`,
      result: DONE,
      fields: ["entries", "take"],
      own: ["entries"],
    }),
    // Its parameters are whatever names a completion; the handler reads them itself.
    edit: getBy(api.editInfo(key), described([...new Set([...keys, "filekey"])]), (given) => given, {
      access: "member",
      summary: `What an edit of ${withArticle(label)} starts from`,
      result: Edit,
      mayNameOthers: named,
    }),
  };
});

const Own = z.object({
  challenge: z.string(),
  row: AnyCompletion,
  state: z.enum(["pending", "verified", "rejected"]),
  confirmed: z.boolean().describe("It is verified, and another helper confirmed that."),
  reason: z.string().nullable().describe("Why it was rejected."),
  came: SubmissionOutcome,
  updatedAt: z.string().describe("ISO 8601, UTC."),
  place: z.int().nullable().describe("Its place among all that are pending, from 1."),
  answerUntil: z
    .string()
    .nullable()
    .describe("Until when a question of a helper waits for an answer: ISO 8601, UTC."),
  messages: z.int().describe("How many messages its thread has."),
  mayAppeal: z.boolean(),
});
export type OwnSubmission = z.infer<typeof Own>;
const OwnPage = pageOf(Own).extend({
  withdrawn: z
    .array(z.object({ challenge: z.string(), filekey: z.string(), heading: z.string(), at: z.string() }))
    .readonly()
    .describe("What one withdrew and can bring back, the last first; on the first page alone, 20 at most."),
});
export type MySubmissionsAnswer = z.infer<typeof OwnPage>;

export const mySubmissions = get(
  api.mySubmissions(),
  { count: count(MOST_ROWS_OF_PAGE, DEFAULT_PAGE), offset: count(Number.MAX_SAFE_INTEGER, 0) },
  { access: "member", summary: "One's own submissions, newest change first", result: OwnPage },
);

export const notOriginal = z
  .array(z.string())
  .readonly()
  .describe("Filekeys of those that came second with an original: verified as not original.");
export const rivals = z
  .array(z.object({ filekey: z.string(), challenge: z.string(), of: z.string() }))
  .readonly()
  .describe("Open claims of what is verified now (`of`): a helper decides on them.");

const Verified = z.object({
  verified: z.int(),
  notOriginal,
  rivals,
  changes: z.array(z.int()).readonly().describe("Their numbers in the log: /admin/undo-change takes them."),
});

export type VerifiedAnswer = z.infer<typeof Verified>;

export const verifyCompletions = post(api.verifyCompletions(), {
  access: "verifier",
  summary: "Verifies pending completions, all or none",
  result: Verified,
  fields: ["entries", "seen", "take"],
});
export const rejectCompletion = post(api.rejectCompletion(), {
  access: "verifier",
  summary: "Rejects a pending completion with a reason",
  result: DONE,
  fields: ["filekey", "entries", "reason", "take"],
});

const Alike = z.object({
  challenge: z.string(),
  filekey: z.string(),
  heading: z.string().describe("Its towers or its cost, its challenge and its map."),
  pending: z.boolean(),
});
const LookAlikes = z.object({
  links: z.array(Alike).readonly().describe("The completions with the same link, oldest first, ten at most."),
  files: z.array(Alike).readonly().describe("Those with the same file, likewise."),
  pictures: z
    .array(
      Alike.extend({
        own: z.string().describe("The media key of the completion's own picture."),
        other: z.string().describe("That of the other one's."),
      }),
    )
    .readonly()
    .describe(
      "Those on its map with a picture that looks the same, encoded or scaled otherwise, likewise. It says no more than that: whether it is the same is for whoever looks at both.",
    ),
  players: z
    .array(z.object({ name: z.string(), other: z.string() }))
    .readonly()
    .describe("Its players and others whose names look like theirs, such as in letters of another alphabet."),
});
export type LookAlikesAnswer = z.infer<typeof LookAlikes>;
export const lookAlikes = get(
  api.lookAlikes(),
  { filekey: required(text("The completion's filekey.")) },
  {
    access: "verifier",
    summary:
      "What looks like a completion: others with the same link, file or picture, players with names alike",
    result: LookAlikes,
  },
);

const Files = z.object({ files: z.array(z.string()).readonly(), roles: Roles, links: Links });
export const attachments = get(
  api.attachments(),
  { key: required(text("The completion's filekey.")) },
  {
    summary: "Keys of a completion's attachments, and links to proof besides its own",
    result: Files,
  },
);

export const completionAddresses: readonly Endpoint[] = [
  ...[
    newest,
    appeared,
    atomOfAll,
    jsonFeedOfAll,
    shares,
    attachments,
    takenClaims,
    lookAlikes,
    mySubmissions,
    verifyCompletions,
    rejectCompletion,
  ],
] as readonly Endpoint[];
