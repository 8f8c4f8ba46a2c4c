import type { CompiledQuery, RawBuilder } from "kysely";
import type { Schema } from "./schema.ts";

/** A column that holds the id (the token's `sub`) of a person. */
export interface PersonalColumn {
  readonly table: keyof Schema;
  readonly column: string;
  /** What erasing the person does: the row goes, or another id takes the place of theirs, at once or by a walk over the table. */
  readonly erased: "row" | "id" | "id, by a walk";
  /** What the person reads of such a row; none: another entry shows it, or it says something of others. */
  readonly shown: readonly (string | RawBuilder<unknown>)[];
}

export const personal = (
  table: keyof Schema,
  column: string,
  erased: PersonalColumn["erased"],
  ...shown: PersonalColumn["shown"]
): PersonalColumn => ({ table, column, erased, shown });

/** What the accounts' tables have of people. They are there wherever the accounts are. */
export interface StoredAccounts {
  /** Their columns with a person's id. Other rows refer to those of the first: it goes last. */
  readonly columns: readonly PersonalColumn[];
  /**
   * The statements that erase what names a person without their id: by the address of their account, or else by this one.
   * They belong in the batch of the erasure, before the rows of `columns`.
   */
  erase(person: string, address: RawBuilder<unknown>): readonly CompiledQuery<unknown>[];
}
