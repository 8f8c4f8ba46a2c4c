import { resolve } from "node:path";
import { say } from "../../domain/messages/index.ts";
import { AppError, StartError } from "../../server/errors.ts";
import { S3Error } from "../shared/s3/client.ts";
import { SettingsError } from "../shared/settings.ts";
import { databaseFile } from "./open.ts";
import { damaged, isBusy, isDamage, isFull, isReadOnly } from "./sqlite-file.ts";

/** Yields the error and its causes, the outermost first. */
function* causesOf(error: unknown): Generator<Error> {
  for (let each = error; each instanceof Error; each = each.cause) yield each;
}

function codeOf(error: unknown): string | null {
  for (const each of causesOf(error)) {
    if (isFull(each)) return "ENOSPC";
    if (isReadOnly(each)) return "EROFS";
    if ("code" in each && typeof each.code === "string" && each.code !== "ERR_SQLITE_ERROR") return each.code;
  }
  return null;
}

/** The path that a file system error names. */
function pathIn(error: unknown): string {
  for (const each of causesOf(error)) if ("path" in each && typeof each.path === "string") return each.path;
  return String(error);
}

/** Explains to a person why the site cannot start, and what to do. */
export function explain(error: unknown): string {
  const code = codeOf(error);
  if (code === "EADDRINUSE") {
    const isMetrics =
      error instanceof Error && "port" in error && `${error.port}` === process.env.METRICS_PORT;
    const [name, port] = isMetrics ? ["METRICS_PORT", error.port] : ["PORT", process.env.PORT || 3000];
    return `The port ${port} is taken by another program. Stop that one, or choose another: ${name}=3001 npm start`;
  }
  if (code === "EACCES" && error instanceof Error && "syscall" in error && error.syscall === "listen") {
    return `This user may not listen on the port ${process.env.PORT}. Choose one above 1023: PORT=3000 npm start`;
  }
  if (code === "EADDRNOTAVAIL")
    return `This machine has no address "${process.env.HOST}". Set HOST to one it has, or leave it out.`;
  if (code === "ENOSPC")
    return "The disk is full. Make room on it, or set DATA_DIR to a folder on another one.";
  const ofDatabase = explainDatabase(error);
  if (ofDatabase !== null) return ofDatabase;
  if (error instanceof AppError) return say(error.problem);
  if (error instanceof S3Error) return error.message;
  if (error instanceof SettingsError || error instanceof StartError) return error.message;
  const isNoFolder = code === "ENOTDIR" || code === "EEXIST";
  if (isNoFolder && !pathIn(error).startsWith(resolve(process.env.DATA_DIR || "data")))
    return `Something that is no folder stands where a folder is needed: ${pathIn(error)}`;
  if (isNoFolder || code === "EROFS" || code === "EACCES" || code === "EPERM") {
    return `The data folder cannot be written to. Set DATA_DIR to a folder that this user owns. (${String(error)})`;
  }
  return `It could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

function explainDatabase(error: unknown): string | null {
  const file = databaseFile({ dataDir: process.env.DATA_DIR || "./data" });
  const causes = [...causesOf(error)];
  const damage = causes.find(isDamage);
  if (damage) return damaged(file, damage.message);
  if (causes.some(isBusy))
    return `Another program is writing to the database ${file} and does not make way. Stop it, or wait for it, and start again.`;
  return null;
}
