/** A problem that stops the preparation and that the reader can fix: only its message is printed. */
export class Problem extends Error {}

/**
 * What a tool's output or an error contains, and what it means to somebody who only wanted to start the site.
 * @type {[RegExp, string][]}
 */
const CAUSES = [
  [/ENOSPC|no space left/i, "The disk is full. Free some space and try again."],
  [
    /EROFS|read-only file system/i,
    "The folder is on a read-only file system. Copy the project to a writable one.",
  ],
  [
    /EACCES|EPERM|permission denied/i,
    "A file or folder may not be written. Check who owns the project's folder.",
  ],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|Temporary failure resolving|Could not resolve (host|proxy|'[\w-]+(\.[\w-]+)+')|getaddrinfo/i,
    "The network could not be reached. Check the connection (and a proxy, where one is needed) and try again.",
  ],
  [
    /CERT_|SELF_SIGNED|UNABLE_TO_VERIFY/i,
    "A secure connection was refused: the certificate of the registry is not trusted here.",
  ],
  [
    /E401|E403/,
    "The package registry refused access. Check the registry and the sign-in that npm is set up with.",
  ],
  [/EUSAGE/, "package-lock.json does not match package.json. Run: npm install && npm run lock"],
  [/ETARGET|E404/, "The package registry in use does not have a package of this project."],
  [/EINTEGRITY/, "A package arrived damaged or changed. Run: npm cache clean --force, and try again."],
  [/heap out of memory|ENOMEM|SIGKILL/i, "The machine ran out of memory."],
];

/**
 * Returns the cause in plain words, or null when the text contains none that we know.
 * @param {string} text
 */
export function causeOf(text) {
  return CAUSES.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
