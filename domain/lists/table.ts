import type { ChallengeDefinition } from "../challenges/define.ts";
import { rowFields } from "../challenges/fields.ts";
import type { Field } from "../fields/index.ts";
import { sortableFields } from "./list-query.ts";

/** One column of a list's table. */
export interface Column {
  readonly name: string;
  readonly label: string;
  /** Which cell shows it: a field's kind, or "info" (proof and notes) or "og" (the OG mark). */
  readonly cell: Field["kind"] | "info" | "og";
  readonly sortable: boolean;
  /** Shown for originals only; other rows read "N/A". */
  readonly ogExtra: boolean;
  /** For a column of towers: the field with their upgrades. */
  readonly upgrades?: string;
}

/** Returns the name of the field with the upgrades of a field's towers; undefined if there is none. */
export function upgradesBeside({ fields }: ChallengeDefinition, name: string): string | undefined {
  const all = Object.entries<Field>(fields);
  const towers = all.find(([each]) => each === name)?.[1];
  return all.find(
    ([, field]) =>
      (towers?.kind === "towerset" && field.kind === "upgradeset") ||
      (towers?.kind === "tower" && field.kind === "upgrade" && field.position === towers.position),
  )?.[0];
}

/** Returns the columns of a challenge's list in order (SPEC section 2). */
export function tableColumns(definition: ChallengeDefinition): readonly Column[] {
  const fields = new Map(rowFields(definition));
  const sortable = sortableFields(definition);
  return definition.columns.map((name) => {
    if (name === "info") return { name, label: "Info", cell: "info", sortable: false, ogExtra: false };
    const field = fields.get(name);
    if (!field) throw new Error(`challenge "${definition.key}" has no field "${name}"`);
    const upgrades = upgradesBeside(definition, name);
    return {
      name,
      label: field.column ?? field.label,
      cell: name === "og" ? "og" : field.kind,
      sortable: sortable.has(name),
      ogExtra: field.ogExtra ?? false,
      ...(upgrades !== undefined && { upgrades }),
    };
  });
}
