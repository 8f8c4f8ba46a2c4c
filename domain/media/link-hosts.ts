import { endingOf } from "../fields/link/ending.ts";
import { targetOf } from "../fields/link/target.ts";
import { isDay } from "../game/dates-and-numbers.ts";
import { oneLine, webAddress } from "../game/typed-text.ts";

/**
 * Where links to proof lead. All but the last two can be asked whether something is there; Discord writes into a link when it
 * ends; of the others nothing is known.
 */
export const LINK_HOSTS = {
  youtube: "YouTube",
  imgur: "Imgur",
  streamable: "Streamable",
  twitch: "Twitch",
  bilibili: "bilibili",
  discord: "Discord",
  other: "Other sites",
} as const;

export type LinkHost = keyof typeof LINK_HOSTS;
/** A host that is asked. */
export type AskedHost = Exclude<LinkHost, "discord" | "other">;

/** A link as it is watched. */
export interface WatchedLink {
  readonly host: LinkHost;
  /** The same for every way in which one thing's address is written. */
  readonly url: string;
  /** The last day on which the link works, where it says so itself (yyyy-mm-dd, UTC). */
  readonly endsOn: string | null;
}

/** How a host names what is there: its own pattern, and nothing else is ever sent to it. */
interface Shape {
  /** Hosts as they stand in addresses, without a last dot. */
  readonly names: RegExp;
  /** Returns what the host calls it; null: it is none of what it can be asked for. */
  idIn(url: URL): string | null;
  readonly id: RegExp;
  urlOf(id: string): string;
  /** Returns what is asked for: by default the id. */
  asks?(id: string): string;
}

/** Returns what a pattern finds in the path of an address. */
const inPath =
  (pattern: RegExp) =>
  ({ pathname }: URL): string | null =>
    pattern.exec(pathname)?.[1] ?? null;

const youtubePage = (id: string): string => `https://www.youtube.com/watch?v=${id}`;

/** A file at i.imgur.com, or the page of one picture. What is called a GIF there may be sent as a video. */
function imgurFile({ hostname, pathname }: URL): string | null {
  const [, id, type] = /^\/([a-z0-9]{5,8})(?:\.([a-z0-9]{3,4}))?$/i.exec(pathname) ?? [];
  if (id === undefined || (hostname === "i.imgur.com") !== (type !== undefined)) return null;
  return `${id}.${(type ?? "jpg").toLowerCase().replace("gifv", "mp4")}`;
}

const SHAPES: Readonly<Record<AskedHost, Shape>> = {
  youtube: {
    names:
      /^(?:(?:www\.|m\.|music\.|gaming\.|consent\.)?youtube\.com|(?:www\.)?youtube(?:-nocookie|kids)\.com|(?:www\.)?youtu\.be)$/,
    idIn({ href }) {
      const plays = targetOf(href)?.plays ?? null;
      return plays && "video" in plays ? plays.video : null;
    },
    id: /^[\w-]{11}$/,
    urlOf: youtubePage,
    asks: youtubePage,
  },
  imgur: {
    names: /^(?:i\.|www\.|m\.)?imgur\.com$/,
    idIn: imgurFile,
    id: /^[A-Za-z0-9]{5,8}\.(?:jpe?g|png|gif|webp|mp4|webm)$/,
    urlOf: (id) => `https://i.imgur.com/${id}`,
  },
  streamable: {
    names: /^(?:www\.)?streamable\.com$/,
    idIn: inPath(/^\/(?:[eos]\/)?([^/]+)\/?$/),
    id: /^[a-z0-9]{4,12}$/,
    urlOf: (id) => `https://streamable.com/${id}`,
  },
  twitch: {
    names: /^(?:www\.|m\.)?twitch\.tv$/,
    idIn: inPath(/^\/(?:videos|\w+\/(?:v|video))\/(\d+)\/?$/),
    id: /^\d{4,15}$/,
    urlOf: (id) => `https://www.twitch.tv/videos/${id}`,
  },
  bilibili: {
    names: /^(?:www\.|m\.)?bilibili\.com$/,
    idIn: inPath(/^\/video\/(BV[^/]+)\/?$/),
    id: /^BV[0-9A-Za-z]{10}$/,
    urlOf: (id) => `https://www.bilibili.com/video/${id}`,
  },
};

/** Whether nothing of an address but its host says where it leads. */
const isPlain = ({ username, password, port }: URL): boolean =>
  username === "" && password === "" && port === "";

const DISCORD = /^(?:cdn\.discordapp\.com|media\.discordapp\.net)$/;

function discordFile({ origin, hostname, pathname, searchParams }: URL): string | null {
  if (!DISCORD.test(hostname) || !/^\/(?:ephemeral-)?attachments\/\d+\/\d+\/[^/]{1,300}$/.test(pathname))
    return null;
  const ends = searchParams.get("ex") ?? "";
  const path = `${origin.replace(/^http:/, "https:")}${pathname}`;
  return /^[0-9a-f]{1,8}$/i.test(ends) ? `${path}?ex=${ends.toLowerCase()}` : path;
}

/** Returns what is to be asked for: a host and its name for something; null: nobody can be asked. */
function askedFor(url: URL): { readonly host: AskedHost; readonly id: string } | null {
  for (const [host, { names, idIn, id: pattern }] of Object.entries(SHAPES) as [AskedHost, Shape][]) {
    const id = isPlain(url) && names.test(url.hostname) ? idIn(url) : null;
    if (id !== null && pattern.test(id)) return { host, id };
  }
  return null;
}

/** Characters of a link of which nothing is known: what is longer is taken for the same as what begins so. */
const LONGEST_OTHER = 500;

/** Returns a link as it is watched; null if it is no web address. */
export function watchedLink(link: string): WatchedLink | null {
  const url = webAddress(link);
  if (!url) return null;
  const asked = askedFor(url);
  if (asked) return { host: asked.host, url: SHAPES[asked.host].urlOf(asked.id), endsOn: null };
  const endsOn = endingOf(link)?.day ?? null;
  const file = isPlain(url) ? discordFile(url) : null;
  return file === null
    ? { host: "other", url: link.slice(0, LONGEST_OTHER).toWellFormed(), endsOn }
    : { host: "discord", url: file, endsOn };
}

/** Returns what the host of a watched link is asked for; null: it is not asked. */
export function asksOf(link: string): { readonly host: AskedHost; readonly path: string } | null {
  const url = webAddress(link);
  const asked = url && askedFor(url);
  return asked && { host: asked.host, path: SHAPES[asked.host].asks?.(asked.id) ?? asked.id };
}

/** What a host says of what is there, as far as it says it. */
export interface FoundThere {
  readonly title: string | null;
  readonly channel: string | null;
  /** In seconds. */
  readonly length: number | null;
  /** When it was published (yyyy-mm-dd, UTC). */
  readonly day: string | null;
}

/** What is known of a link once its host was asked. */
export type LinkAnswer =
  | ({ readonly is: "alive" } & FoundThere)
  | { readonly is: "gone" }
  /** `why` is a status, or a reason why the host could not be asked. */
  | { readonly is: "unclear"; readonly why: string };

/** What a host answered. */
interface HostReply {
  readonly status: number;
  readonly text: string;
  readonly location?: string;
}

const GONE = { is: "gone" } as const;
const unclear = (why: string): LinkAnswer => ({ is: "unclear", why });
const UNREADABLE = unclear("unreadable");

type Json = Readonly<Record<string, unknown>>;
const object = (value: unknown): Json | null =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : null;

/** Characters of a title or of a channel's name. */
const LONGEST_NAME = 200;
const name = (value: unknown): string | null =>
  typeof value === "string"
    ? oneLine(value.slice(0, 4 * LONGEST_NAME))
        .slice(0, LONGEST_NAME)
        .toWellFormed() || null
    : null;

const seconds = (value: unknown): number | null =>
  typeof value === "number" && value >= 0 && value < 1e7 ? Math.round(value) : null;

/** The day of "2024-05-01T10:00:00Z", or of seconds since 1970. */
function dayOf(value: unknown): string | null {
  const text =
    typeof value === "number" && value > 0 && value < 4e9 ? new Date(value * 1_000).toISOString() : value;
  const day = typeof text === "string" ? text.slice(0, 10) : "";
  return isDay(day) ? day : null;
}

/** The seconds of "1h2m3s". */
function secondsOf(value: unknown): number | null {
  const parts =
    typeof value === "string" ? /^(?:(\d{1,3})h)?(?:(\d{1,2})m)?(?:(\d{1,2})s)?$/.exec(value) : null;
  if (!parts || value === "") return null;
  const [hours = 0, minutes = 0, rest = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  return hours * 3_600 + minutes * 60 + rest;
}

const alive = (title: unknown, channel: unknown, length: number | null, day: unknown): LinkAnswer => ({
  is: "alive",
  title: name(title),
  channel: name(channel),
  length,
  day: dayOf(day),
});

/** What each host's document says; null: it is none that can be read. An id in it has to be the one that was asked for. */
const READERS: Readonly<
  Record<Exclude<AskedHost, "imgur">, (body: Json, asked: string) => LinkAnswer | null>
> = {
  // oEmbed. A private video, and one that may not be embedded, is 401.
  youtube: ({ type, title, author_name }) =>
    type === "video" && typeof title === "string" ? alive(title, author_name, null, null) : null,
  // 0 to 2: being uploaded, being made ready, ready. 3: it failed.
  streamable: ({ status, title, files }) =>
    status === 0 || status === 1 || status === 2
      ? alive(title, null, seconds(object(object(files)?.mp4)?.duration), null)
      : null,
  twitch({ data }, asked) {
    if (!Array.isArray(data)) return null;
    const found = object(data[0]);
    if (data.length === 0) return GONE;
    return found?.id === asked
      ? alive(found.title, found.user_name, secondsOf(found.duration), found.created_at)
      : null;
  },
  bilibili({ code, data }, asked) {
    // -404: there is none; 62002: it was taken away. Others say that it is checked, or for its owner alone.
    if (code === -404 || code === 62002) return GONE;
    const found = object(data);
    if (code !== 0) return typeof code === "number" ? unclear(String(code)) : null;
    return found?.bvid === asked
      ? alive(found.title, object(found.owner)?.name, seconds(found.duration), found.pubdate)
      : null;
  },
};

/** Where a picture that was removed is redirected to. */
function isRemoved(location: string | undefined): boolean {
  const to = location === undefined ? null : URL.parse(location, "https://i.imgur.com/");
  return to !== null && /^(?:i\.)?imgur\.com$/.test(to.hostname) && to.pathname === "/removed.png";
}

function parse(text: string): Json | null {
  try {
    return object(JSON.parse(text));
  } catch {
    return null;
  }
}

/**
 * Returns what a host's answer says of a link. Only what the host says for sure counts as "gone": 401, 403 and whatever else
 * could not be understood is unclear.
 * @param asked what it was asked for
 */
export function readLinkAnswer(
  host: AskedHost,
  asked: string,
  { status, text, location }: HostReply,
): LinkAnswer {
  if (status === 404 && host !== "bilibili") return GONE;
  if (host === "imgur") {
    if (status === 200) return alive(null, null, null, null);
    return isRemoved(location) ? GONE : unclear(String(status));
  }
  if (status !== 200) return unclear(String(status));
  const body = parse(text);
  return (body && READERS[host](body, asked)) ?? UNREADABLE;
}

/** Returns what a link that says its own end is by that. */
export const answerOfEnd = (endsOn: string | null, today: string): LinkAnswer =>
  endsOn === null ? unclear("no-end") : endsOn < today ? GONE : alive(null, null, null, null);
