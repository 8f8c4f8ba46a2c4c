import type { ChallengeDefinition } from "../../domain/challenges/define.ts";
import { fieldsOfKind, identityOf, ogIdentityOf } from "../../domain/challenges/fields.ts";
import { emptyAttributes } from "../../domain/fields/attributes.ts";
import { type Field, keep } from "../../domain/fields/index.ts";
import type { Draft } from "../../domain/fields/kind.ts";
import { inOrderOf } from "../../domain/lists/row.ts";
import { linkName } from "../../domain/media/proof-slots.ts";
import { readField, readFields, readStoredCode } from "./fields.ts";
import {
  type ImportRemark,
  type IncomingCompletion,
  merge,
  type ReadingCompletions,
  tell,
  type Unique,
} from "./incoming.ts";
import type { Findings, RuleName } from "./rules.ts";
import type { OldRow, OldTable } from "./tables.ts";
import { isSpreadsheetError, keyAtOldMedia, linesIn, textOf } from "./values.ts";

/**
 * Returns the original that extra info belongs to: the verified one, else the first that claims to be it, else the first
 * that may be it.
 */
const originalOf = (claims: readonly IncomingCompletion[] = []): IncomingCompletion | null =>
  claims.find(({ og, pending }) => og && pending === null) ??
  claims.find(({ og }) => og) ??
  claims[0] ??
  null;

/** Reads a row of extra info as a draft and its map, to be matched with an original; null if it is set aside. */
function readExtras(definition: ChallengeDefinition, row: OldRow, reading: ReadingCompletions) {
  const draft: Draft = { map: "", ...emptyAttributes() };
  const fields = Object.entries<Field>(definition.fields).filter(([name]) => Object.hasOwn(row.values, name));
  const [unread, remarks] = [new Set<string>(), [] as ImportRemark[]];
  const map = readFields(fields, row, draft, { unread, remarks }, reading);
  return map && { draft, map, unread, remarks };
}

/** The columns of the two towers of a pair that is named the other way round. */
const SWAPPED: Readonly<Record<string, string>> = { upgrade1: "upgrade2", upgrade2: "upgrade1" };

export function addExtras(
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
    if (!original.og) {
      original.isOgWithExtras = true;
      for (const { row } of several) merge(row, original, findings);
      continue;
    }
    // Extra info that names the pair in the original's order goes first.
    const isInOrder = ({ draft }: (typeof several)[number]): boolean =>
      draft.towers.every((tower, at) => tower === original.draft.towers[at]);
    const ordered = [...several.filter(isInOrder), ...several.filter((each) => !isInOrder(each))];
    for (const extras of ordered) {
      const { row, draft } = extras;
      const swapped = isInOrder(extras) ? {} : SWAPPED;
      const inOriginal = (name: string): string => swapped[name] ?? name;
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
        original.unread = new Set([...original.unread, ...[...extras.unread].map(inOriginal)]);
        original.remarks = [...original.remarks, ...extras.remarks];
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

/**
 * Returns the completion that a part's keys name: the one with identical keys, else the first that they mean. Without
 * one the part is set aside, and null returned.
 */
function ownerOf(
  table: OldTable,
  row: OldRow,
  { completions, byIdentity }: Unique,
  gone: RuleName,
  reading: ReadingCompletions,
): IncomingCompletion | null {
  const [first] = completions;
  const owners = first
    ? byIdentity.get(identityByKeys(first.definition, table, row, reading) ?? "")
    : undefined;
  const isWrittenSo = ({ row: own }: IncomingCompletion): boolean =>
    table.keys.every((key) => own.values[key] === row.values[key]);
  const owner = owners?.find(isWrittenSo) ?? owners?.[0] ?? null;
  if (owner === null) reading.findings.setAside(gone, row);
  return owner;
}

/** Returns the identity that a part's keys mean; null if incomplete. Their oddities were noted of the completion. */
function identityByKeys(
  definition: ChallengeDefinition,
  table: OldTable,
  row: OldRow,
  { maps, towers }: ReadingCompletions,
): string | null {
  const draft: Draft = { map: "", ...emptyAttributes() };
  let mapId = 0;
  for (const [column, field] of Object.entries<Field>(definition.fields).filter(([name]) =>
    table.keys.includes(name),
  )) {
    const { value, refused } = readField(field, row, column, draft, towers);
    if (refused) return null;
    if (field.kind === "map") mapId = maps.find(String(value)).id;
    else keep(field, value, draft);
  }
  return identityOf(definition, { ...draft, mapId });
}

/** A text of a completion that has a table of its own. */
interface Part {
  readonly column: "notes" | "filekey" | "challenge_code";
  /** The rules by which it is set aside: its completion is gone, or already has a different one. */
  readonly gone: RuleName;
  readonly second: RuleName;
  readonly of: (owner: IncomingCompletion) => string | null;
  readonly put: (owner: IncomingCompletion, text: string) => void;
}

export const NOTES: Part = {
  column: "notes",
  gone: "notes-of-none",
  second: "notes-twice",
  of: ({ draft }) => draft.notes || null,
  put: ({ draft }, text) => {
    draft.notes = text;
  },
};

export const FILEKEYS: Part = {
  column: "filekey",
  gone: "filekey-of-none",
  second: "second-filekey",
  of: ({ filekey }) => filekey,
  put: (owner, text) => {
    owner.filekey = text;
  },
};

const BEFORE_CODE = "Challenge code: ";

/** The codes of challenges. One whose completions have no field for them has them in the notes. */
export const CODES: Part = {
  column: "challenge_code",
  gone: "code-of-none",
  second: "second-code",
  of: ({ definition, draft, remarks }) =>
    hasCodes(definition)
      ? draft.challengeCode
      : (remarks.find(({ field }) => field === CODES.column)?.text.slice(BEFORE_CODE.length) ?? null),
  put(owner, text) {
    if (hasCodes(owner.definition)) owner.draft.challengeCode = text;
    else owner.remarks = [...owner.remarks, { field: CODES.column, text: `${BEFORE_CODE}${text}` }];
  },
};

const hasCodes = (definition: ChallengeDefinition): boolean => fieldsOfKind(definition, "code").length > 0;

/** Returns the text of a part's row. */
function textIn(row: OldRow, column: Part["column"], findings: Findings): string | null {
  if (column === "notes") return linesIn(row, column, findings);
  return column === "filekey" ? textOf(row.values.filekey) : readStoredCode(row.values.challenge_code);
}

export function addPart(
  { column, gone, second, of, put }: Part,
  table: OldTable,
  rows: readonly OldRow[],
  unique: Unique,
  reading: ReadingCompletions,
): void {
  const { findings } = reading;
  for (const row of rows) {
    const owner = ownerOf(table, row, unique, gone, reading);
    if (!owner) continue;
    const text = textIn(row, column, findings);
    const own = of(owner);
    if (own !== null && text !== null && own !== text) {
      findings.setAside(second, row, { column });
      continue;
    }
    if (own === null && text !== null) put(owner, text);
    if (own === null && isSpreadsheetError(row.values[column]))
      owner.unread = new Set(owner.unread).add(column);
    merge(row, owner, findings);
  }
}

/** Notes a link to the old host. One to the row's own proof says only that the file is its proof, and is dropped. */
export function takeOwnMedia(
  completion: IncomingCompletion,
  { oldMedia, hasMedia, findings }: ReadingCompletions,
): void {
  const { definition, draft, filekey, links, row } = completion;
  for (const [role, link] of [[null, draft.link] as const, ...links]) {
    const key = keyAtOldMedia(link, oldMedia);
    if (key === null) continue;
    const isOwn = filekey !== null && (key === filekey || key.startsWith(`${filekey}/`));
    const rule = !isOwn
      ? "link-to-other-media"
      : hasMedia(key)
        ? "link-to-own-media"
        : "link-to-missing-media";
    findings.note(rule, row, { column: role === null ? "link" : linkName(definition, role) });
    if (role === null && rule === "link-to-own-media" && key === filekey) draft.link = null;
  }
}
