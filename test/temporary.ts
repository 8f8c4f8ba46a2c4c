import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Has this process and those that it starts make their temporary files in a new folder, which is deleted at its end.
 * Returns the folder.
 */
export function setTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "btd6-index-test-"));
  process.env.TMPDIR = folder;
  process.env.TEMP = folder;
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
