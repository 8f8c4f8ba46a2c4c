/** Longer than any browser's; what is beyond is not read. */
const LONGEST = 500;

/** The first whose words are in it. Most browsers also call themselves by the names of those after them. */
const BROWSERS = [
  ["Edg", "Edge"],
  ["OPR/", "Opera"],
  ["SamsungBrowser", "Samsung Internet"],
  ["Firefox", "Firefox"],
  ["FxiOS", "Firefox"],
  ["CriOS", "Chrome"],
  ["Chrome", "Chrome"],
  ["Safari", "Safari"],
] as const;

const SYSTEMS = [
  ["Windows", "Windows"],
  ["Android", "Android"],
  ["iPhone", "an iPhone"],
  ["iPad", "an iPad"],
  ["Mac OS X", "a Mac"],
  ["CrOS", "ChromeOS"],
  ["Linux", "Linux"],
] as const;

/** A short name of the device that sends this `User-Agent`: "Firefox on Windows". */
export function deviceName(userAgent: string | undefined): string {
  const sent = (userAgent ?? "").slice(0, LONGEST);
  const among = (names: readonly (readonly [string, string])[]) =>
    names.find(([word]) => sent.includes(word))?.[1];
  const [browser, system] = [among(BROWSERS), among(SYSTEMS)];
  if (browser === undefined) return system === undefined ? "An unknown device" : `A browser on ${system}`;
  return system === undefined ? browser : `${browser} on ${system}`;
}
