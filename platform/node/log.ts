import { isatty } from "node:tty";
import { type Log, logConsole, openLog } from "../shared/log.ts";

/** How often it is said how many lines were left out, in milliseconds. */
const FLUSH_EVERY = 10_000;

/** Opens the log of this process or thread: words at a terminal, otherwise JSON; `console` writes to it. */
export function startLog(): Log {
  const log = openLog({
    isReadable: isatty(1) && isatty(2),
    write: (level, line) => void (level === "info" ? process.stdout : process.stderr).write(`${line}\n`),
  });
  logConsole(log);
  setInterval(log.flush, FLUSH_EVERY).unref();
  return log;
}
