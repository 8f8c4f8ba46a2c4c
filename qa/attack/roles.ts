import { CHALLENGES } from "../../domain/challenges/index.ts";
import type { Access, Endpoint } from "../../domain/contract/define.ts";
import { api } from "../../domain/contract/routes.ts";
import type { Person } from "../../test/browser/people.ts";
import { claimsOf } from "../../test/node/visitor.ts";
import { onePixel } from "../../test/one-pixel.ts";
import {
  type Attack,
  asText,
  CONTRACT,
  type Fields,
  form,
  judge,
  kindOfPath,
  type Target,
} from "./target.ts";

const LEVELS: readonly Access[] = ["public", "member", "verifier", "helper", "administrator"];

/** Somebody who asks; `level` is what they may use, null: their token is refused whatever it asks for. */
interface Asker {
  readonly name: string;
  readonly as: Person | string | null;
  readonly level: Access | null;
}

async function forged({ forger }: Target, { tokens }: Person): Promise<Asker[]> {
  const signed = await forger(claimsOf(tokens.access_token));
  const iat = Math.floor(Date.now() / 1_000) - 3_600;
  return [
    { name: "audience", as: await signed({ aud: "https://elsewhere.example/api" }), level: null },
    { name: "issuer", as: await signed({ iss: "https://elsewhere.example/" }), level: null },
    { name: "expired", as: await signed({ iat, exp: iat + 600 }), level: null },
  ];
}

/** Of a member's addresses: fields that name nothing, or something by what everybody knows. */
const PLAIN = new Set(
  `count offset until evidence hidden body appeal reason link address public confirm preview current password email code
  challenge towers map query take shown role on answer muted thumbnail`.split(/\s+/),
);

/** Which of their mails somebody wants. */
const MAILS = "turn verdict message report record wish follow proof address".split(" ");

const isSubmission = ({ path }: Endpoint): boolean => /^\/member\/add-.*-submit$/.test(path);

/** Returns the parameters and fields of a member's address that may name something and of which nobody says whose. */
function undeclared(endpoint: Endpoint): string[] {
  const { access, path, parameters, fields, own, mayNameOthers, method } = endpoint;
  // A submission's values are checked, not looked up; what it edits is named by fields of their own.
  if (access !== "member" || (isSubmission(endpoint) && own.length > 0)) return [];
  const names = method === "GET" ? Object.keys(parameters) : fields;
  const isPlain = (name: string): boolean => {
    if (path === api.ownMail()) return MAILS.includes(name);
    // A name to have, and whether one's own is erased, too.
    return PLAIN.has(name) || (name === "name" && (path === api.changeName() || path === api.erase()));
  };
  return names.filter((name) => !own.includes(name) && !mayNameOthers.includes(name) && !isPlain(name));
}

/** What Ada has, by the names of the fields that name it. */
async function adasThings({ people, submit, send, json, findRow }: Target) {
  const { ada, administrator, helper, verifier } = people;
  const first = async (path: string, as: Person, name: string): Promise<string> =>
    String((await json(path, { as })).results[0]?.[name] ?? "");
  const rows = new Map<string, Awaited<ReturnType<Target["submit"]>>>();
  for (const key of CHALLENGES.keys()) rows.set(key, await submit(ada, key));
  const filekey = String(rows.values().next().value?.filekey);
  const entriesOf = (key: string) => ({ entries: JSON.stringify([key]) });
  const withdrawn = (await submit(ada, "lcc")).filekey;
  await send(api.deleteSubmit("lcc"), entriesOf(withdrawn), ada);
  const verified = (await findRow(api.list("2tc", { pending: "0", count: 1 }))).filekey;
  await send(api.report(), { filekey: verified, reason: "It is not what it says." }, ada);
  const open: { parameter: string; value: string }[] =
    (await findRow(api.undone({ challenge: "2tc", seed: 7 }))).submit ?? [];
  const towers = open.filter(({ parameter }) => parameter.startsWith("tower")).map(({ value }) => value);
  await send(api.wish(), { challenge: "2tc", towers: towers.join(",") }, ada);
  // The newest change is one that a verifier may undo: a verdict of their own.
  const played = await submit(ada, "lcd");
  await send(api.verifyCompletions(), entriesOf(played.filekey), verifier);
  const player = String(played.texts.person);
  await send(api.requestName(), { name: player, evidence: "It is me." }, ada);
  const { results } = await json(api.nameRequests(), { as: helper });
  const request = results.find((each: Fields) => each.name === player)?.request ?? "";
  await send(api.decideNameRequest(), { request, outcome: "approved" }, helper);
  // A proposed file, and one more proof to propose.
  const proposing = new FormData();
  proposing.append("filekey", played.filekey);
  proposing.append("image", onePixel());
  const Authorization = `Bearer ${ada.tokens.access_token}`;
  const proposed = await fetch(new URL(api.proposeProof(), ada.origin), {
    method: "POST",
    headers: { Authorization },
    body: proposing,
  });
  const { text } = await send(api.follow(), { challenge: "2tc", query: "map=Quad" }, ada);
  const things: Record<string, string> = {
    filekey,
    key: filekey,
    filekeys: JSON.stringify([filekey]),
    ...entriesOf(filekey),
    wish: await first(api.ownWishes(), ada, "wish"),
    report: await first(api.reports(), administrator, "report"),
    seq: await first(api.changes(), administrator, "seq"),
    device: await first(api.devices(), ada, "id"),
    account: ada.id,
    follow: String(JSON.parse(text).follow),
    proposal: String(((await proposed.json()) as { proposal?: string }).proposal),
    name: "Nobody In Particular",
    into: "Nobody Else",
    of: "/2tc",
    map: "Quad",
    prefix: "a",
    q: "quad",
    body: "A question",
    reason: "A reason that is long enough.",
    current: "x",
    until: "2020-01-01",
  };
  return { rows, withdrawn, played: played.filekey, player, things };
}

type Things = Awaited<ReturnType<typeof adasThings>>;

/** Returns a request to an address that is about what is Ada's. */
function aboutAda(
  { path, method, parameters, fields }: Endpoint,
  { rows, withdrawn, played, player, things }: Things,
) {
  const row = [...rows].find(([key]) => path.includes(`-${key}-`))?.[1] ?? rows.get("2tc");
  const values: Record<string, string> = {
    ...things,
    ...(row ? { filekey: row.filekey, entries: JSON.stringify([row.filekey]) } : {}),
    ...(path === api.bringBack() ? { filekey: withdrawn } : {}),
    ...(path === api.proposeProof() ? { filekey: played, link: "https://youtu.be/zzzzzzzzzzz" } : {}),
    ...(path === api.showPlayerAs() ? { name: player, shown: "" } : {}),
  };
  if (method === "POST") {
    const isEdit = fields.includes("edited-filekey");
    const edit = isEdit ? { ...row?.texts, edit: "true", "edited-filekey": String(row?.filekey) } : null;
    return { path, sent: form(edit ?? Object.fromEntries(fields.map((name) => [name, values[name] ?? ""]))) };
  }
  const query = new URLSearchParams();
  for (const name of Object.keys(parameters)) {
    const value = row?.texts[name] ?? values[name];
    if (value !== undefined && (parameters[name]?.isRequired || name === "filekey")) query.set(name, value);
  }
  return { path: query.size === 0 ? path : `${path}?${query}`, sent: {} };
}

/**
 * Whether an asker may do to what is somebody's own as little as any member: a verifier chooses nobody's name, and nobody proposes
 * another's proof.
 */
const isAsMember = ({ level }: Asker, { path }: Endpoint): boolean =>
  level === "member" || path === api.proposeProof() || (level === "verifier" && path === api.showPlayerAs());

/** What may change while refused requests are sent: what counts them, and how far jobs are. */
const COUNTED = new Set([
  ...["attempt", "sign_in_record", "account", "submission", "webhook_position"],
  ...["code_backfill", "code_check", "picture", "picture_match", "watched_link", "watched_proof"],
]);

/** The rows of each table, so that a change anywhere is seen. */
const contents = ({ rows }: Target): Map<string, string> =>
  new Map(
    rows("select name from sqlite_schema where type = 'table' and sql not like '%virtual%'")
      .filter(({ name }) => !COUNTED.has(String(name)))
      .map(({ name }) => [String(name), asText(rows(`select * from "${name}"`))]),
  );

/** Every address, asked by everybody, about what is Ada's. */
export const roles: Attack = async (site, found, progress) => {
  const { ada, bob, verifier, helper, demoted, blocked, administrator } = site.people;
  const things = await adasThings(site);
  const askers: readonly Asker[] = [
    { name: "nobody", as: null, level: "public" },
    ...(await forged(site, administrator)),
    { name: "blocked", as: blocked, level: null },
    { name: "demoted", as: demoted, level: "member" },
    { name: "other", as: bob, level: "member" },
    { name: "owner", as: ada, level: "member" },
    { name: "verifier", as: verifier, level: "verifier" },
    { name: "helper", as: helper, level: "helper" },
    { name: "administrator", as: administrator, level: "administrator" },
  ];
  const matrix = new Map(CONTRACT.endpoints.map((endpoint) => [endpoint, {} as Record<string, number>]));
  for (const endpoint of CONTRACT.endpoints)
    for (const name of undeclared(endpoint))
      found(`${endpoint.method} ${endpoint.path}`, `nobody declared whether ${name} names only one's own`);

  const mayUse = ({ level }: Asker, { access }: Endpoint): boolean =>
    access === "public" || (level !== null && LEVELS.indexOf(level) >= LEVELS.indexOf(access));
  /** Whether an asker is refused: for lack of a level, or because it is Ada's. */
  const isRefused = (asker: Asker, endpoint: Endpoint): boolean =>
    !mayUse(asker, endpoint) || (endpoint.own.length > 0 && isAsMember(asker, endpoint) && asker.as !== ada);

  async function cell(endpoint: Endpoint, asker: Asker): Promise<void> {
    const { path, sent } = aboutAda(endpoint, things);
    const answer = await site.insist(path, { as: asker.as, ...sent });
    const where = `${endpoint.method} ${endpoint.path} as ${asker.name}`;
    judge(site, found, where, answer);
    const { status, text } = answer;
    (matrix.get(endpoint) ?? {})[asker.name] = status;
    const expect = (is: boolean, why: string): void => {
      if (!is) found(where, `${status} ${why}: ${text.slice(0, 120)}`);
    };
    if (!mayUse(asker, endpoint)) {
      const expected = asker.as === null ? 401 : 403;
      expect(status === expected, `instead of ${expected}`);
    } else if (isRefused(asker, endpoint)) expect([403, 404].includes(status), "for what is somebody else's");
    else {
      expect(![401, 403].includes(status), "though it may");
      const isOwner = asker.as === ada && endpoint.own.length > 0;
      expect(!isOwner || status === 200, "for its owner, so the refusal of others says nothing");
    }
  }
  /** Askers work beside each other, because each may write only so often; the owner withdraws last. */
  const all = async (which: (asker: Asker, endpoint: Endpoint) => boolean): Promise<void> => {
    const last = (path: string): number =>
      Number(/delete-|withdraw-|end-(wish|follow|name)/.test(path)) +
      2 * Number(path === api.bringBack()) +
      3 * Number(path === api.signOutDevice());
    const inOrder = CONTRACT.endpoints.toSorted((a, b) => last(a.path) - last(b.path));
    await Promise.all(
      askers.map(async (asker) => {
        const own = inOrder.filter((endpoint) => which(asker, endpoint));
        await progress.each(own, (endpoint) => cell(endpoint, asker), 1);
      }),
    );
  };
  progress.expect(CONTRACT.endpoints.length * askers.length);
  const before = contents(site);
  await all(isRefused);
  for (const [table, content] of contents(site))
    if (before.get(table) !== content)
      found(`table ${table}`, "was changed by requests that were all refused");
  const may = (which: (asker: Asker, method: string) => boolean): Promise<void> =>
    all((asker, endpoint) => !isRefused(asker, endpoint) && which(asker, endpoint.method));
  await may((_, method) => method === "GET");
  await may(({ as }, method) => method === "POST" && as === ada);
  await may(({ as }, method) => method === "POST" && as !== ada);

  print(matrix, askers);
  return `${CONTRACT.endpoints.length} addresses x ${askers.length} people`;
};

/** Prints a line for each address, and one for those that differ only in their challenge and are answered the same. */
function print(matrix: ReadonlyMap<Endpoint, Record<string, number>>, askers: readonly Asker[]): void {
  const names = askers.map(({ name }) => name);
  console.log(`${" ".repeat(44)}${names.map((name) => name.slice(0, 8).padStart(9)).join("")}`);
  const lines = Array.from(matrix, ([{ method, path, access }, cells]) => {
    const line = `${method} ${kindOfPath(path)}`.padEnd(38) + access.slice(0, 6).padEnd(6);
    return line + names.map((name) => String(cells[name] ?? "").padStart(9)).join("");
  });
  for (const line of new Set(lines)) console.log(line);
}
