import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { causeOf, Problem } from "./problem.mjs";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Where npm links the tools of the packages. */
export const BINARIES = join(ROOT, "node_modules", ".bin");
/** How much of a tool's output is kept for finding the cause of a failure, in characters. */
const KEPT = 20_000;

/** The search path with the project's own tools first, including its Node. */
const pathWithBinaries = () => [BINARIES, ...pathParts()].join(delimiter);
/** The search path without the project's tools, which disappear while npm installs. */
const pathWithoutBinaries = () => pathParts().join(delimiter);
const pathParts = () =>
  (process.env.PATH ?? "").split(delimiter).filter((part) => !part.endsWith(join("node_modules", ".bin")));

/**
 * Runs a tool from the project's root and shows its output as it comes.
 * @param {string} what the step, as a failure names it: "Installing the packages"
 * @param {string[]} command the tool and its arguments
 * @param {{ own?: boolean, env?: Record<string, string> }} [options] `own`: one of the project's own tools
 * @returns {Promise<void>}
 * @throws {Problem} when the tool is missing or fails
 */
export function run(what, command, { own = false, env = {} } = {}) {
  const [tool = "", ...rest] = command;
  return new Promise((resolve, reject) => {
    const child = spawn(tool, rest, {
      cwd: ROOT,
      env: { ...process.env, PATH: own ? pathWithBinaries() : pathWithoutBinaries(), ...env },
      stdio: ["ignore", "pipe", "pipe"],
      // npm and npx are command scripts on Windows, which only a shell can start.
      shell: process.platform === "win32",
    });
    let output = "";
    /** @param {NodeJS.WritableStream} target */
    const passOn = (target) => (/** @type {Buffer} */ chunk) => {
      output = (output + chunk).slice(-KEPT);
      target.write(chunk);
    };
    child.stdout.on("data", passOn(process.stdout));
    child.stderr.on("data", passOn(process.stderr));
    child.on("error", (error) => {
      const cause = /ENOENT/.test(error.message)
        ? `The program "${tool}" was not found.`
        : causeOf(error.message);
      reject(new Problem(`${what} did not work. ${cause ?? error.message}`));
    });
    child.on("close", (code, signal) => {
      if (code === 0) return resolve();
      const cause = causeOf(`${output}\n${signal ?? ""}`) ?? "The lines above say why.";
      reject(
        new Problem(`${what} did not work (${command.join(" ")} ended with ${signal ?? code}). ${cause}`),
      );
    });
  });
}
