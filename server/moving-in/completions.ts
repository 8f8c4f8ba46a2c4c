import type { ChallengeDefinition } from "../../challenges/define.ts";
import { identityOf, ogIdentityOf } from "../../derive/identity.ts";
import { inOrderOf } from "../../derive/row.ts";
import { type Field, keep } from "../../fields/index.ts";
import type { Draft, WireValue } from "../../fields/kind.ts";
import { emptySlots } from "../../fields/slots.ts";
import { nameKey } from "../../game/name-key.ts";
import { findTower, TOWER_NAMES } from "../../game/names.ts";
import type { MapReference } from "../data/maps.ts";
import { nameUuid } from "../name-uuid.ts";
import type { Findings } from "./findings.ts";
import type { MapNames } from "./map-names.ts";
import { nearestOf } from "./nearest.ts";
import type { RuleName } from "./rules.ts";
import { OLD_TABLES, type OldData, type OldRow, type OldTable } from "./tables.ts";
import {
  keyAtOldMedia,
  lineOf,
  listIn,
  readDate,
  readFlag,
  readLink,
  readMoney,
  readVersion,
  textOf,
} from "./values.ts";

/** A completion as it comes, made whole of the rows that hold its parts. */
export interface IncomingCompletion {
  readonly definition: ChallengeDefinition;
  /** The row that it is. */
  readonly row: OldRow;
  /** The rows that went into it. */
  readonly parts: OldRow[];
  readonly map: MapReference;
  readonly draft: Draft;
  /** Among the completions of its table, from 0: the only time that is known of it. */
  readonly place: number;
  og: boolean;
  /** The row of its extra info. */
  extras: OldRow | null;
  /** The submitter's id while it waits for a helper. */
  pending: string | null;
  /** Under which its media stand in the bucket; null: it has none. */
  filekey: string | null;
  id: string;
}

/** What the reading of completions needs to know. */
export interface ReadingCompletions {
  readonly challenges: ReadonlyMap<string, ChallengeDefinition>;
  readonly maps: MapNames;
  /** The host of the old media; null: no link leads there. */
  readonly oldMedia: string | null;
  /** Whether a file stands under a key of the bucket. */
  readonly hasMedia: (key: string) => boolean;
  /** Accounts by the ids of the former provider; null: they are not known. */
  readonly people: ReadonlyMap<string, string> | null;
  readonly findings: Findings;
}

const nearestTower = nearestOf(TOWER_NAMES.map(({ name }) => name));

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Reads the completions of all challenges. */
export async function readCompletions(
  data: OldData,
  reading: ReadingCompletions,
): Promise<IncomingCompletion[]> {
  const tables = Map.groupBy(
    OLD_TABLES.filter(({ challenge }) => challenge !== null),
    ({ challenge }) => challenge ?? "",
  );
  const all: IncomingCompletion[] = [];
  for (const [challenge, own] of tables) {
    const definition = reading.challenges.get(challenge);
    if (definition) all.push(...readChallenge(definition, own, data, reading));
  }
  return settleIds(all, reading.findings);
}

/** The rows of one challenge, its extra info, notes and file keys. */
function readChallenge(
  definition: ChallengeDefinition,
  tables: readonly OldTable[],
  data: OldData,
  reading: ReadingCompletions,
): IncomingCompletion[] {
  const rowsOf = (part: OldTable["part"]) =>
    tables.filter((each) => each.part === part).map((table) => ({ table, rows: data.get(table.name) ?? [] }));
  const found: IncomingCompletion[] = [];
  for (const { table, rows } of rowsOf("completion"))
    for (const [place, row] of rows.entries()) {
      const completion = readCompletion(definition, table, row, place, reading);
      if (completion) found.push(completion);
    }
  const unique = withoutDoubles(definition, found, reading.findings);
  for (const { rows } of rowsOf("extras")) addExtras(definition, rows, unique, reading);
  for (const { table, rows } of rowsOf("notes")) addNotes(table, rows, unique, reading);
  for (const { table, rows } of rowsOf("filekey")) addFilekeys(table, rows, unique, reading);
  for (const completion of unique.kept) takeOwnMedia(completion, reading);
  return unique.kept;
}

/** Reads one row; null: it is set aside. */
function readCompletion(
  definition: ChallengeDefinition,
  table: OldTable,
  row: OldRow,
  place: number,
  reading: ReadingCompletions,
): IncomingCompletion | null {
  const { findings, people } = reading;
  const draft: Draft = { map: "", ...emptySlots() };
  const map = readFields(fieldsIn(definition, table), row, draft, reading);
  if (map === null) return null;
  const link = readLink(row.values.link);
  if (link.rule) findings.note(link.rule, row, { column: "link" });
  const og = readFlag(row.values.og);
  if (og.rule) findings.note(og.rule, row, { column: "og" });
  const pending = textOf(row.values.pending);
  const account = pending === null ? null : (people?.get(pending) ?? null);
  if (pending !== null && account === null) findings.note("submitter-unknown", row, { column: "pending" });
  return {
    ...{ definition, row, parts: [], map, place, extras: null, id: "" },
    draft: { ...draft, link: link.value, notes: textOf(row.values.notes) ?? "" },
    og: og.value && definition.og !== null,
    pending: account ?? pending,
    filekey: textOf(row.values.filekey),
  };
}

/** The challenge's fields that a table has columns of. */
const fieldsIn = ({ fields }: ChallengeDefinition, { columns }: OldTable): (readonly [string, Field])[] =>
  Object.entries<Field>(fields).filter(([name]) => columns.includes(name));

/** Reads fields of a row into a draft and answers its map; null: the row cannot be a completion, and is set aside. */
function readFields(
  fields: readonly (readonly [string, Field])[],
  row: OldRow,
  draft: Draft,
  { maps, findings }: Pick<ReadingCompletions, "maps" | "findings">,
): MapReference | null {
  let map: MapReference = { id: 0, name: "" };
  for (const [column, field] of fields) {
    const { value, rule, known, refused } = readField(field, row, column, draft);
    if (refused) {
      findings.setAside(refused, row, { column });
      return null;
    }
    if (rule) findings.note(rule, row, { column, ...(known ? { known } : {}) });
    if (field.kind === "map") {
      map = mapOf(String(value), column, row, maps, findings);
      draft.map = map.name;
    } else keep(field, value, draft);
  }
  return map;
}

/** The map that a text means, noted where it is not called so. */
export function mapOf(
  text: string,
  column: string,
  row: OldRow,
  maps: MapNames,
  findings: Findings,
): MapReference {
  const { id, name, by } = maps.find(text);
  if (by === "spelling") findings.note("respelled-map", row, { column, known: name });
  if (by === "former") findings.note("former-map", row, { column, known: name });
  if (by === "unknown") {
    const known = maps.nearest(text);
    findings.note("unknown-map", row, { column, ...(known ? { known } : {}) });
  }
  return { id, name };
}

interface ReadField {
  readonly value: WireValue;
  readonly rule?: RuleName | undefined;
  readonly known?: string | null;
  /** The row cannot be taken without it. */
  readonly refused?: RuleName;
}

/** How a value without a type is read as each kind of field has it on the wire. */
function readField(field: Field, { values }: OldRow, column: string, draft: Draft): ReadField {
  const value = values[column];
  const missing = (refused: RuleName): ReadField => ({ value: null, refused });
  switch (field.kind) {
    case "map":
      return textOf(value) === null ? missing("no-map") : { value: lineOf(value) };
    case "tower": {
      const text = lineOf(value);
      return text === null ? missing("no-tower") : readTower(text);
    }
    case "towerset":
      return readTowerset(textOf(value));
    case "upgradeset":
      return readUpgradeset(textOf(value), draft.towers.length);
    case "person":
      return textOf(value) === null ? missing("no-player") : { value: lineOf(value) };
    case "completiontype": {
      const type = lineOf(value)?.toLowerCase();
      if (type === undefined) return missing("no-type");
      return field.choices.includes(type) ? { value: type } : { value: type, rule: "unknown-type" };
    }
    case "money":
      return readMoney(value, field.max);
    case "version":
      return readVersion(value);
    case "date":
      return readDate(value);
    default:
      return { value: lineOf(value) };
  }
}

function readTower(text: string): ReadField {
  const tower = findTower(text);
  if (!tower) return { value: text, rule: "unknown-tower", known: nearestTower(text) };
  return tower.name === text
    ? { value: text }
    : { value: tower.name, rule: "respelled-tower", known: tower.name };
}

function readTowerset(text: string | null): ReadField {
  const list = listIn(text ?? "");
  const names = (list ?? (text ?? "").split(",").map(textOf)).filter((name) => name !== null);
  if (names.length === 0) return { value: null, refused: "no-tower" };
  const towers = names.map(readTower);
  // One thing is said of a set: the name that nobody knows, before what is only spelled otherwise.
  const odd =
    towers.find(({ rule }) => rule === "unknown-tower") ?? towers.find(({ rule }) => rule !== undefined);
  const value = JSON.stringify(towers.map((tower) => tower.value));
  if (list === null) return { value, rule: "set-not-a-list", known: value };
  return { value, rule: odd?.rule, known: odd?.known ?? null };
}

function readUpgradeset(text: string | null, towers: number): ReadField {
  if (text === null) return { value: null };
  const list = listIn(text);
  if (list === null) return { value: null, rule: "upgrades-not-a-list" };
  const value = JSON.stringify(list.slice(0, towers));
  return list.length > towers ? { value, rule: "more-upgrades-than-towers" } : { value };
}

/** The completions of a challenge, each once, and how their parts find them. */
interface Unique {
  readonly kept: IncomingCompletion[];
  /** By the values of the old keys as they are written, then by what these mean. */
  readonly byIdentity: ReadonlyMap<string, readonly IncomingCompletion[]>;
  readonly originals: ReadonlyMap<string, readonly IncomingCompletion[]>;
}

const identityIn = ({ definition, draft, map }: IncomingCompletion): string | null =>
  identityOf(definition, { ...draft, mapId: map.id });
const originalIn = ({ definition, draft, map }: IncomingCompletion): string =>
  ogIdentityOf(definition, { ...draft, mapId: map.id }) ?? "";

/** What only one of them may have: a verified combination, or a member's claim of one. */
const placeOf = (completion: IncomingCompletion, identity: string): string =>
  JSON.stringify([completion.pending, identity]);

/** Two rows of one combination, in another spelling or order, are one where they say the same, else the first stays. */
function withoutDoubles(
  definition: ChallengeDefinition,
  found: readonly IncomingCompletion[],
  findings: Findings,
): Unique {
  const taken = new Map<string, IncomingCompletion>();
  const kept: IncomingCompletion[] = [];
  for (const completion of found) {
    const identity = identityIn(completion);
    const first = identity === null ? undefined : taken.get(placeOf(completion, identity));
    if (!first) {
      if (identity !== null) taken.set(placeOf(completion, identity), completion);
      kept.push(completion);
    } else if (saysTheSame(first, completion)) {
      findings.note("same-again", completion.row, { known: tell(first.row) });
      merge(completion.row, first, findings);
    } else findings.setAside("taken-twice", completion.row, { known: tell(first.row) });
  }
  if (definition.og) withoutSecondOriginals(kept, findings);
  return {
    kept,
    byIdentity: Map.groupBy(kept, (completion) => identityIn(completion) ?? ""),
    originals: Map.groupBy(
      kept.filter(({ og }) => og),
      originalIn,
    ),
  };
}

/** "row 17 of twotc_completions" */
const tell = ({ table, row }: OldRow): string => `row ${row} of ${table}`;

function merge(row: OldRow, into: IncomingCompletion, findings: Findings): void {
  into.parts.push(row);
  findings.settle(row, "merged");
}

/** Whether a second row of the same combination adds nothing but its own way to write it. */
function saysTheSame(first: IncomingCompletion, second: IncomingCompletion): boolean {
  const told = ({
    draft: { people, link, money, version, date, notes },
    og,
    filekey,
  }: IncomingCompletion): string => JSON.stringify([people, link, money, version, date, notes, og, filekey]);
  return told(first) === told(second);
}

function withoutSecondOriginals(kept: readonly IncomingCompletion[], findings: Findings): void {
  const first = new Map<string, IncomingCompletion>();
  for (const completion of kept) {
    if (!completion.og) continue;
    const place = placeOf(completion, originalIn(completion));
    const other = first.get(place);
    if (!other) first.set(place, completion);
    else {
      completion.og = false;
      findings.note("second-original", completion.row, { column: "og", known: tell(other.row) });
    }
  }
}

/** The original that extra info belongs to: the verified one, else the first that claims to be it. */
const originalOf = (claims: readonly IncomingCompletion[] | undefined): IncomingCompletion | null =>
  claims?.find(({ pending }) => pending === null) ?? claims?.[0] ?? null;

/** A completion of nothing but what names an original, to be compared with one. */
function readExtras(definition: ChallengeDefinition, row: OldRow, reading: ReadingCompletions) {
  const draft: Draft = { map: "", ...emptySlots() };
  const fields = Object.entries<Field>(definition.fields).filter(([name]) => Object.hasOwn(row.values, name));
  const map = readFields(fields, row, draft, reading);
  return map && { draft, map };
}

function addExtras(
  definition: ChallengeDefinition,
  rows: readonly OldRow[],
  { originals }: Unique,
  reading: ReadingCompletions,
): void {
  const { findings } = reading;
  const read = rows.flatMap((row) => {
    const extras = readExtras(definition, row, reading);
    return extras ? [{ row, ...extras }] : [];
  });
  const ofOriginal = Map.groupBy(
    read,
    ({ draft, map }) => ogIdentityOf(definition, { ...draft, mapId: map.id }) ?? "",
  );
  for (const [identity, several] of ofOriginal) {
    const original = originalOf(originals.get(identity));
    if (original === null) {
      for (const { row } of several) findings.setAside("extras-of-none", row);
      continue;
    }
    // What names the pair as the original does comes before what only means it.
    const isInOrder = ({ draft }: (typeof several)[number]): boolean =>
      draft.towers.every((tower, at) => tower === original.draft.towers[at]);
    const ordered = [...several.filter(isInOrder), ...several.filter((each) => !isInOrder(each))];
    for (const extras of ordered) {
      const { row, draft } = extras;
      const { upgrades } = draft.upgrades.length > 0 ? inOrderOf(original.draft.towers, draft) : draft;
      const values = {
        upgrades: [...upgrades],
        version: draft.version,
        date: draft.date,
        money: draft.money,
      };
      if (original.extras === null) {
        if (!isInOrder(extras) && upgrades.length > 0) findings.note("extras-swapped", row);
        Object.assign(original.draft, values);
        original.extras = row;
      } else {
        const { upgrades: own, version, date, money } = original.draft;
        if (JSON.stringify(values) !== JSON.stringify({ upgrades: own, version, date, money })) {
          findings.setAside("extras-twice", row, { known: tell(original.extras) });
          continue;
        }
      }
      merge(row, original, findings);
    }
  }
}

/** The completion that a part's keys name: the one that is written so, else the first that they mean. Null: none, which is noted. */
function ownerOf(
  table: OldTable,
  row: OldRow,
  { kept, byIdentity }: Unique,
  gone: RuleName,
  { maps, findings }: ReadingCompletions,
): IncomingCompletion | null {
  const [first] = kept;
  const owners = first ? byIdentity.get(identityByKeys(first.definition, table, row, maps) ?? "") : undefined;
  const isWrittenSo = ({ row: own }: IncomingCompletion): boolean =>
    table.keys.every((key) => own.values[key] === row.values[key]);
  const owner = owners?.find(isWrittenSo) ?? owners?.[0] ?? null;
  if (owner === null) findings.setAside(gone, row);
  return owner;
}

/** What the keys of a part mean; null: they are not whole. Whatever is odd about them was noted of the completion itself. */
function identityByKeys(
  definition: ChallengeDefinition,
  table: OldTable,
  row: OldRow,
  maps: MapNames,
): string | null {
  const draft: Draft = { map: "", ...emptySlots() };
  let mapId = 0;
  for (const [column, field] of Object.entries<Field>(definition.fields).filter(([name]) =>
    table.keys.includes(name),
  )) {
    const { value, refused } = readField(field, row, column, draft);
    if (refused) return null;
    if (field.kind === "map") mapId = maps.find(String(value)).id;
    else keep(field, value, draft);
  }
  return identityOf(definition, { ...draft, mapId });
}

function addNotes(
  table: OldTable,
  rows: readonly OldRow[],
  unique: Unique,
  reading: ReadingCompletions,
): void {
  const { findings } = reading;
  for (const row of rows) {
    const owner = ownerOf(table, row, unique, "notes-of-none", reading);
    if (!owner) continue;
    const notes = textOf(row.values.notes) ?? "";
    if (owner.draft.notes !== "" && notes !== "" && owner.draft.notes !== notes)
      findings.setAside("notes-twice", row);
    else {
      owner.draft.notes ||= notes;
      merge(row, owner, findings);
    }
  }
}

function addFilekeys(
  table: OldTable,
  rows: readonly OldRow[],
  unique: Unique,
  reading: ReadingCompletions,
): void {
  const { findings } = reading;
  for (const row of rows) {
    const owner = ownerOf(table, row, unique, "filekey-of-none", reading);
    if (!owner) continue;
    const filekey = textOf(row.values.filekey);
    if (owner.filekey !== null && filekey !== null && owner.filekey !== filekey)
      findings.setAside("second-filekey", row, { column: "filekey" });
    else {
      owner.filekey ??= filekey;
      merge(row, owner, findings);
    }
  }
}

/** A link to the row's own file at the old host says nothing but that the file is its proof. */
function takeOwnMedia(
  completion: IncomingCompletion,
  { oldMedia, hasMedia, findings }: ReadingCompletions,
): void {
  const { draft, filekey, row } = completion;
  const key = keyAtOldMedia(draft.link, oldMedia);
  if (key === null) return;
  const isOwn = filekey !== null && (key === filekey || key.startsWith(`${filekey}/`));
  const rule = !isOwn ? "link-to-other-media" : hasMedia(key) ? "link-to-own-media" : "link-to-missing-media";
  findings.note(rule, row, { column: "link" });
  if (rule === "link-to-own-media" && key === filekey) draft.link = null;
}

/** Gives each completion its id: its file key, or one that is made of its content and is the same each time. */
async function settleIds(all: IncomingCompletion[], findings: Findings): Promise<IncomingCompletion[]> {
  const taken = new Set<string>();
  for (const completion of all) {
    const { filekey, row } = completion;
    const key = filekey?.toLowerCase() ?? null;
    if (key !== null && UUID.test(key) && !taken.has(key)) completion.id = key;
    else {
      const rule = key === null ? "filekey-made" : UUID.test(key) ? "filekey-twice" : "filekey-not-uuid";
      completion.id = await madeId(completion, taken);
      findings.note(rule, row, { ...(key === null ? {} : { column: "filekey" }), known: completion.id });
    }
    taken.add(completion.id);
  }
  return all;
}

/** What a completion is, as one text; where each stands for itself, all that it says. */
function contentOf({ definition: { key, identity }, draft, map, pending }: IncomingCompletion): string {
  const towers = [...draft.towers].sort();
  const what = [key, nameKey(map.name), towers, draft.completionType];
  const { people, money, version, date, link, notes } = draft;
  return JSON.stringify(
    identity.length > 0 ? what : [...what, people, money, version, date, link, notes, pending],
  );
}

async function madeId(completion: IncomingCompletion, taken: ReadonlySet<string>): Promise<string> {
  const content = contentOf(completion);
  for (let copy = 0; ; copy += 1) {
    const id = await nameUuid(`moved in ${copy} ${content}`);
    if (!taken.has(id)) return id;
  }
}
