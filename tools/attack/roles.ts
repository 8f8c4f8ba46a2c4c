import { createHash } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { importJWK, type JWK, SignJWT } from "jose";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import type { Access, Endpoint } from "../../domain/contract/define.ts";
import { api } from "../../domain/contract/routes.ts";
import type { Person } from "../../test/browser/people.ts";
import { claimsOf } from "../../test/node/visitor.ts";
import { type Attack, CONTRACT, form, judge, kindOfPath, type Target } from "./target.ts";

const LEVELS: readonly Access[] = ["public", "member", "verifier", "helper", "administrator"];

/** Somebody who asks; `level` is what they may use, null: their token is refused whatever it asks for. */
interface Asker {
  readonly name: string;
  readonly as: Person | string | null;
  readonly level: Access | null;
}

/** Tokens signed with the site's own key: the attack may read its database. */
async function forged(site: Target, person: Person): Promise<Asker[]> {
  const sqlite = new DatabaseSync(join(site.dataDir, "index.sqlite"), { readOnly: true });
  const row = sqlite.prepare("select secret from sign_in_key where use = 'token'").get();
  sqlite.close();
  const jwk = JSON.parse(String(row?.secret)) as JWK;
  const key = await importJWK(jwk, "RS256");
  const claims = claimsOf(person.tokens.access_token);
  const signed = (changed: Record<string, unknown>): Promise<string> =>
    new SignJWT({ ...claims, ...changed })
      .setProtectedHeader({ alg: "RS256", kid: String(jwk.kid), typ: "at+jwt" })
      .sign(key);
  const long = Math.floor(Date.now() / 1_000) - 3_600;
  return [
    { name: "audience", as: await signed({ aud: "https://elsewhere.example/api" }), level: null },
    { name: "issuer", as: await signed({ iss: "https://elsewhere.example/" }), level: null },
    { name: "expired", as: await signed({ iat: long, exp: long + 600 }), level: null },
  ];
}

/** Of a member's addresses: fields that name nothing, or something by what everybody knows. */
const PLAIN = new Set([
  ...[
    "count",
    "offset",
    "until",
    "evidence",
    "hidden",
    "body",
    "appeal",
    "reason",
    "link",
    "address",
    "public",
    "confirm",
    "preview",
  ],
  ...["current", "password", "email", "code", "challenge", "towers", "map", "query"],
  ...["turn", "verdict", "message", "report", "record", "wish", "follow"].map((name) => `mail ${name}`),
]);

const isSubmission = ({ path }: Endpoint): boolean => /^\/member\/add-.*-submit$/.test(path);

/** Returns the parameters and fields of a member's address that may name something and of which nobody says whose. */
function undeclared(endpoint: Endpoint): string[] {
  const { access, path, parameters, fields, own, anybodys, method } = endpoint;
  // A submission's values are checked, not looked up; what it edits is named by fields of their own.
  if (access !== "member" || (isSubmission(endpoint) && own.length > 0)) return [];
  // A name to have, and whether one's own is erased, too.
  const isName = path === api.changeName() || path === api.erase();
  const names = method === "GET" ? Object.keys(parameters) : fields;
  return names.filter(
    (name) =>
      !own.includes(name) &&
      !anybodys.includes(name) &&
      !PLAIN.has(path === api.ownMail() ? `mail ${name}`.replace("mail address", "address") : name) &&
      !(isName && name === "name"),
  );
}

/** What Ada has, by the names of the fields that name it. */
async function adasThings(site: Target) {
  const { ada, administrator } = site.people;
  const rows = new Map<string, Awaited<ReturnType<Target["submit"]>>>();
  for (const key of CHALLENGES.keys()) rows.set(key, await site.submit(ada, key));
  const withdrawn = await site.submit(ada, "lcc");
  await site.insist(api.deleteSubmit("lcc"), {
    as: ada,
    ...form({ entries: JSON.stringify([withdrawn.filekey]) }),
  });
  const [first] = rows.values();
  const filekey = String(first?.filekey);
  const json = async (path: string, as: Person | null = null) =>
    JSON.parse((await site.ask(path, { as })).text);
  const verified = (await json(api.list("2tc", { pending: "0", count: 1 }))).results[0].filekey;
  await site.insist(api.report(), {
    as: ada,
    ...form({ filekey: verified, reason: "It is not what it says." }),
  });
  const open = await json(api.undone({ challenge: "2tc", seed: 7 }));
  const { submit = [] } = open.results[0] ?? {};
  const towers = submit.filter(({ parameter }: { parameter: string }) => parameter.startsWith("tower"));
  const wish = { challenge: "2tc", towers: towers.map(({ value }: { value: string }) => value).join(",") };
  await site.insist(api.wish(), { as: ada, ...form(wish) });
  // The newest change is one that a verifier may undo: a verdict of their own.
  const { filekey: decided } = await site.submit(ada, "lcd");
  const verdict = form({ entries: JSON.stringify([decided]) });
  await site.insist(api.verifyCompletions(), { as: site.people.verifier, ...verdict });
  const followed = await site.insist(api.follow(), {
    as: ada,
    ...form({ challenge: "2tc", query: "map=Quad" }),
  });
  const [helperRead, wishes] = [administrator, await json(api.ownWishes(), ada)];
  const things: Record<string, string> = {
    ...{ filekey, key: filekey, filekeys: JSON.stringify([filekey]), entries: JSON.stringify([filekey]) },
    wish: String(wishes.results[0]?.wish ?? ""),
    report: String((await json(api.reports(), helperRead)).results[0]?.report ?? ""),
    seq: String((await json(api.changes(), helperRead)).results[0]?.seq ?? ""),
    account: ada.id,
    follow: String(JSON.parse(followed.text).follow),
    device: String((await json(api.devices(), ada)).results[0]?.id ?? ""),
    ...{ name: "Nobody In Particular", into: "Nobody Else", of: "/2tc", map: "Quad", prefix: "a", q: "quad" },
    ...{ body: "A question", reason: "A reason that is long enough.", current: "x", until: "2020-01-01" },
  };
  return { rows, withdrawn: withdrawn.filekey, things };
}

type Things = Awaited<ReturnType<typeof adasThings>>;

/** Returns a request to an address that is about what is Ada's. */
function aboutAda({ path, method, parameters, fields }: Endpoint, { rows, withdrawn, things }: Things) {
  const row = [...rows].find(([key]) => path.includes(`-${key}-`))?.[1] ?? rows.get("2tc");
  const values: Record<string, string> = {
    ...things,
    ...(row ? { filekey: row.filekey, entries: JSON.stringify([row.filekey]) } : {}),
    ...(path === api.bringBack() ? { filekey: withdrawn } : {}),
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

/** What may change while refused requests are sent: what counts them, and how far jobs are. */
const COUNTED = new Set(["attempt", "sign_in_record", "account", "submission", "webhook_position"]);

/** A sum over each table, so that a change anywhere is seen. */
function sums({ dataDir }: Target): Map<string, string> {
  const sqlite = new DatabaseSync(join(dataDir, "index.sqlite"), { readOnly: true });
  const tables = sqlite
    .prepare("select name from sqlite_schema where type = 'table' and sql not like '%virtual%'")
    .all();
  const found = new Map<string, string>();
  for (const { name } of tables) {
    if (COUNTED.has(String(name))) continue;
    const rows = sqlite.prepare(`select * from "${name}"`);
    rows.setReadBigInts(true);
    const text = JSON.stringify(rows.all(), (_, value) =>
      typeof value === "bigint" ? String(value) : value,
    );
    found.set(String(name), createHash("sha256").update(text).digest("hex"));
  }
  sqlite.close();
  return found;
}

/** Every address, asked by everybody, about what is Ada's. */
export const roles: Attack = async (site, found) => {
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
  const matrix = new Map<Endpoint, Record<string, number>>(
    CONTRACT.endpoints.map((endpoint) => [endpoint, {}]),
  );
  for (const endpoint of CONTRACT.endpoints)
    for (const name of undeclared(endpoint))
      found(`${endpoint.method} ${endpoint.path}`, `nobody declared whether ${name} names only one's own`);

  const mayUse = ({ level }: Asker, { access }: Endpoint): boolean =>
    access === "public" || (level !== null && LEVELS.indexOf(level) >= LEVELS.indexOf(access));
  /** Whether an asker is refused: for lack of a level, or because it is Ada's. */
  const isRefused = (asker: Asker, endpoint: Endpoint): boolean =>
    !mayUse(asker, endpoint) || (endpoint.own.length > 0 && asker.level === "member" && asker.as !== ada);

  async function cell(endpoint: Endpoint, asker: Asker): Promise<void> {
    const { path, sent } = aboutAda(endpoint, things);
    const answer = await site.insist(path, { as: asker.as, ...sent });
    const where = `${endpoint.method} ${endpoint.path} as ${asker.name}`;
    judge(site, found, where, answer);
    (matrix.get(endpoint) ?? {})[asker.name] = answer.status;
    const { status } = answer;
    if (!mayUse(asker, endpoint)) {
      const expected = asker.as === null ? 401 : 403;
      if (status !== expected) found(where, `${status} instead of ${expected}: ${answer.text.slice(0, 120)}`);
    } else if (isRefused(asker, endpoint)) {
      if (![403, 404].includes(status))
        found(where, `${status} for what is somebody else's: ${answer.text.slice(0, 120)}`);
    } else if ([401, 403].includes(status))
      found(where, `${status} though it may: ${answer.text.slice(0, 120)}`);
    else if (asker.as === ada && endpoint.own.length > 0 && status !== 200)
      found(
        where,
        `${status} for its owner, so the refusal of others says nothing: ${answer.text.slice(0, 120)}`,
      );
  }
  /** Askers work beside each other, because each may write only so often; the owner withdraws last. */
  const all = async (which: (asker: Asker, endpoint: Endpoint) => boolean): Promise<void> => {
    const last = (path: string): number =>
      Number(/delete-|end-(wish|follow)/.test(path)) +
      2 * Number(path === api.bringBack()) +
      3 * Number(path === api.signOutDevice());
    const inOrder = CONTRACT.endpoints.toSorted((a, b) => last(a.path) - last(b.path));
    await Promise.all(
      askers.map(async (asker) => {
        for (const endpoint of inOrder) if (which(asker, endpoint)) await cell(endpoint, asker);
      }),
    );
  };
  const before = sums(site);
  await all(isRefused);
  for (const [table, sum] of sums(site))
    if (before.get(table) !== sum) found(`table ${table}`, "was changed by requests that were all refused");
  const may = (asker: Asker, endpoint: Endpoint): boolean => !isRefused(asker, endpoint);
  await all((asker, endpoint) => endpoint.method === "GET" && may(asker, endpoint));
  await all((asker, endpoint) => endpoint.method === "POST" && asker.as === ada && may(asker, endpoint));
  await all((asker, endpoint) => endpoint.method === "POST" && asker.as !== ada && may(asker, endpoint));

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
