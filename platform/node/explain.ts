import { AppError } from "../../server/errors.ts";
import { SettingsError } from "../settings.ts";
import { StartError } from "./open.ts";

function codeOf(error: unknown): string | null {
  for (let each = error; each instanceof Error; each = each.cause) {
    if ("code" in each && typeof each.code === "string" && each.code !== "ERR_SQLITE_ERROR") return each.code;
    if ("errcode" in each && each.errcode === 13) return "ENOSPC";
    if ("errcode" in each && each.errcode === 8) return "EROFS";
  }
  return null;
}

/** What a person reads when the site cannot start: what is wrong and what to do. */
export function explain(error: unknown): string {
  const code = codeOf(error);
  if (code === "EADDRINUSE") {
    return `The port ${process.env.PORT || 3000} is taken by another program. Stop that one, or choose another: PORT=3001 npm start`;
  }
  if (code === "EACCES" && error instanceof Error && "syscall" in error && error.syscall === "listen") {
    return `This user may not listen on the port ${process.env.PORT}. Choose one above 1023: PORT=3000 npm start`;
  }
  if (code === "EADDRNOTAVAIL")
    return `This machine has no address "${process.env.HOST}". Set HOST to one it has, or leave it out.`;
  if (code === "ENOSPC")
    return "The disk is full. Make room on it, or set DATA_DIR to a folder on another one.";
  if (error instanceof SettingsError || error instanceof StartError || error instanceof AppError)
    return error.message;
  if (code === "EROFS" || code === "EACCES" || code === "EPERM") {
    return `The data folder cannot be written to. Set DATA_DIR to a folder that this user owns. (${String(error)})`;
  }
  return `It could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
