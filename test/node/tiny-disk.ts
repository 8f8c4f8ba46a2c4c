import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "vitest";

/** Mounts a disk of this many bytes; null if this user may not mount one. */
export function tinyDisk(bytes: number): string | null {
  const folder = mkdtempSync(join(tmpdir(), "btd6-index-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${bytes}`, "tmpfs", folder], { stdio: "ignore" });
    return folder;
  } catch {
    return null;
  }
}

export const unmount = (folder: string): void => void execFileSync("umount", ["-l", folder]);

// Needs a full disk, which not every user may mount.
const probe = tinyDisk(64 * 1024);
if (probe !== null) unmount(probe);
export const withDisk = (name: string, body: () => Promise<void>): void =>
  test.skipIf(probe === null)(probe === null ? `${name} (skipped: no disk may be mounted here)` : name, body);
