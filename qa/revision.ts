import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "../tools/prepare/run.mjs";

/** A revision, built in a work tree of its own. */
export interface Revision {
  readonly commit: string;
  readonly title: string;
  readonly folder: string;
}

const git = (...command: string[]): string =>
  execFileSync("git", command, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();

/**
 * Builds a revision in a work tree of its own, by its own scripts and with the packages of its own lock file. The tree
 * stays, so that the next run finds it built; it is not under node_modules, where Node runs no TypeScript.
 *
 * @param name as Git knows it: a hash, a branch, HEAD
 * @throws Error if the history does not have it
 */
export async function buildRevision(name: string): Promise<Revision> {
  const commit = commitOf(name);
  const folder = join(ROOT, "build/revisions", commit);
  if (!existsSync(join(folder, "package.json"))) {
    rmSync(folder, { recursive: true, force: true });
    git("worktree", "prune");
    git("worktree", "add", "--detach", folder, commit);
  }
  const script = <Module>(name: string): Promise<Module> =>
    import(pathToFileURL(prepareScript(folder, name)).href);
  if (!linkPackages(folder)) {
    const { install } = await script<typeof import("../tools/prepare/install.mjs")>("install.mjs");
    await install({ tools: false });
  }
  const { build } = await script<typeof import("../tools/prepare/build.mjs")>("build.mjs");
  await build();
  return { commit, title: git("log", "-1", "--format=%s", commit), folder };
}

/** Returns the path of a revision's own script that prepares it. Until late November 2026 they were in scripts/. */
export const prepareScript = (folder: string, name: string): string =>
  join(folder, existsSync(join(folder, "tools/prepare")) ? "tools/prepare" : "scripts/prepare", name);

function commitOf(name: string): string {
  try {
    return git("rev-parse", "--verify", "--quiet", `${name}^{commit}`);
  } catch {
    throw new Error(`There is no revision ${name} here. Does this clone have the whole history?`);
  }
}

/** Whether the checkout has changes that are not committed. They belong to no revision. */
export const hasUncommittedChanges = (): boolean => git("status", "--porcelain") !== "";

/**
 * Links the packages of this checkout, file by file, if the tree's lock file is the same. Returns whether the tree has
 * packages now; it has to install them if it has not.
 */
function linkPackages(folder: string): boolean {
  const packages = join(folder, "node_modules");
  if (readFileSync(join(folder, "package-lock.json"), "utf8") !== lockFile()) return false;
  if (existsSync(packages)) return true;
  try {
    execFileSync("cp", ["-al", join(ROOT, "node_modules"), packages], { stdio: "ignore" });
    // What tools keep there is written in place, and would change in this checkout, too.
    rmSync(join(packages, ".cache"), { recursive: true, force: true });
    return true;
  } catch {
    // Not every cp knows how to link, and not across file systems.
    rmSync(packages, { recursive: true, force: true });
    return false;
  }
}

const lockFile = (): string => readFileSync(join(ROOT, "package-lock.json"), "utf8");
