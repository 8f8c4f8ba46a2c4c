import type { Site } from "../ui/context.ts";

/** Every setting, from environment variables, all with defaults; docs/operating.md lists them. */
export interface Settings {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly sampleData: boolean;
  /** Memory for whole answers, in bytes. */
  readonly answerCacheBytes: number;
  readonly site: Site;
}

/** A setting that cannot be used; the message names it and says what it takes. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

type Environment = Readonly<Record<string, string | undefined>>;

function wholeNumber(env: Environment, name: string, fallback: number, most: number): number {
  const text = env[name];
  if (!text) return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > most)
    throw new SettingsError(`${name} takes a whole number from 0 to ${most}, not "${text}".`);
  return value;
}

/** Scheme and host of an http(s) address, without a slash at the end. */
function origin(env: Environment, name: string): string | null {
  const text = env[name];
  if (!text) return null;
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== "/" || url.search || url.hash) {
    throw new SettingsError(`${name} takes an address such as https://index.example, not "${text}".`);
  }
  return url.origin;
}

function choice(env: Environment, name: string, fallback: "on" | "off"): boolean {
  const text = env[name] || fallback;
  if (text !== "on" && text !== "off") throw new SettingsError(`${name} takes on or off, not "${text}".`);
  return text === "on";
}

/** Reads the settings; throws SettingsError. */
export function readSettings(env: Environment): Settings {
  const port = wholeNumber(env, "PORT", 3000, 65_535);
  return {
    port,
    host: env.HOST || "127.0.0.1",
    dataDir: env.DATA_DIR || "./data",
    sampleData: choice(env, "SAMPLE_DATA", "on"),
    answerCacheBytes: wholeNumber(env, "ANSWER_CACHE_MB", 64, 65_536) * 1024 * 1024,
    site: {
      shortName: env.SITE_NAME || "BTD6 Index",
      tagline:
        env.SITE_TAGLINE ||
        "What has been done in Bloons TD 6's hardest challenges, and what is still waiting for you.",
      origin: origin(env, "SITE_ORIGIN") ?? `http://localhost:${port}`,
      mediaOrigin: origin(env, "MEDIA_ORIGIN"),
      creatorCode: env.CREATOR_CODE || "BTD6INDEX",
      playlist: env.VIDEO_PLAYLIST || "UULFFbnVzrtC3yShaAqwbAsyPw",
      links: {
        video: env.LINK_VIDEO || "https://www.youtube.com/@btd6index",
        chat: env.LINK_CHAT || "https://discord.gg/RAGfmAB",
        source: env.LINK_SOURCE || "https://github.com/BTD6Index",
      },
    },
  };
}
