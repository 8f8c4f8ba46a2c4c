import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { newFolder } from "../node/site.ts";

/** What make.ts notes beside what a revision made. */
export interface Made {
  readonly commit: string;
  readonly member: { readonly email: string; readonly password: string };
  /** What each challenge's list had; pending: who submitted it, null: it is verified. */
  readonly lists: Record<
    string,
    { readonly filekey: string; readonly map: string; readonly pending: string | null }[]
  >;
  /** How many notices the member had. */
  readonly notices: number;
}

/** The revisions whose data are here. */
export const revisions = (): string[] =>
  readdirSync(import.meta.dirname).flatMap(
    (name) => (name.endsWith(".tar.br") ? name.split(".")[0] : []) ?? [],
  );

/** Unpacks what a revision made, and returns its folder. make.ts says what is in it. */
export function unpack(revision: string): string {
  const folder = newFolder();
  const input = brotliDecompressSync(readFileSync(join(import.meta.dirname, `${revision}.tar.br`)));
  const { status, stderr } = spawnSync("tar", ["-xof", "-", "-C", folder], { input });
  if (status !== 0) throw new Error(String(stderr));
  return folder;
}
