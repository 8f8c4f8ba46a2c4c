import { DatabaseSync } from "node:sqlite";
import { isDamage } from "./sqlite-errors.ts";

/** How long the check waits for another process, in milliseconds. */
const PATIENCE = 5_000;

/** Returns what is damaged in the file, in SQLite's words; null: nothing. */
export function findDamage(file: string): string | null {
  const sqlite = new DatabaseSync(file, { readOnly: true, timeout: PATIENCE });
  try {
    const found = sqlite.prepare("pragma quick_check(1)").get()?.quick_check;
    return found === "ok" ? null : String(found).replaceAll("\n", " ");
  } catch (error) {
    if (error instanceof Error && isDamage(error)) return error.message;
    throw error;
  } finally {
    sqlite.close();
  }
}
