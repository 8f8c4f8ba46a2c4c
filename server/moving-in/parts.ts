import type { ChallengeDefinition } from "../../challenges/define.ts";
import { identityOf, ogIdentityOf } from "../../derive/identity.ts";
import { inOrderOf } from "../../derive/row.ts";
import { type Field, keep } from "../../fields/index.ts";
import type { Draft } from "../../fields/kind.ts";
import { emptySlots } from "../../fields/slots.ts";
import type { IncomingCompletion, ReadingCompletions } from "./completions.ts";
import { merge, tell, type Unique } from "./doubles.ts";
import { readField, readFields } from "./fields.ts";
import type { MapNames } from "./map-names.ts";
import type { RuleName } from "./rules.ts";
import type { OldRow, OldTable } from "./tables.ts";
import { keyAtOldMedia, textOf } from "./values.ts";

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

/** One text of a completion that stands in a table of its own. */
interface Part {
  readonly column: "notes" | "filekey";
  /** The rules by which it is set aside: its completion is gone, or has another one. */
  readonly gone: RuleName;
  readonly second: RuleName;
  readonly of: (owner: IncomingCompletion) => string | null;
  readonly put: (owner: IncomingCompletion, text: string) => void;
}

export const NOTES: Part = {
  ...{ column: "notes", gone: "notes-of-none", second: "notes-twice" },
  of: ({ draft }) => draft.notes || null,
  put: ({ draft }, text) => {
    draft.notes = text;
  },
};

export const FILEKEYS: Part = {
  ...{ column: "filekey", gone: "filekey-of-none", second: "second-filekey" },
  of: ({ filekey }) => filekey,
  put: (owner, text) => {
    owner.filekey = text;
  },
};

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
    const text = textOf(row.values[column]);
    const own = of(owner);
    if (own !== null && text !== null && own !== text) {
      findings.setAside(second, row, { column });
      continue;
    }
    if (own === null && text !== null) put(owner, text);
    merge(row, owner, findings);
  }
}

/** A link to the row's own file at the old host says nothing but that the file is its proof. */
export function takeOwnMedia(
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
