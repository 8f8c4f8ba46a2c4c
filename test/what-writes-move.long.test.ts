import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { CHALLENGES } from "../domain/challenges/index.ts";
import type { OpenCombinationsAnswer } from "../domain/contract/coverage.ts";
import { contractOf } from "../domain/contract/index.ts";
import { api } from "../domain/contract/routes.ts";
import { codeOf } from "../packages/sign-in/accounts/second-factor.ts";
import { readTags, type Tag } from "../server/db/tags.ts";
import { addressesOf, canonicalAddresses } from "../server/http/addresses.ts";
import { FORMS } from "./forms.ts";
import { ADMINISTRATOR, type RunningSite, startSite } from "./node/site.ts";
import { newMember, type Tokens, Visitor } from "./node/visitor.ts";
import { questionsOf } from "./questions.ts";

/** `npm test` builds the pages first. */
const BUILD = join(resolve(import.meta.dirname, ".."), "build/server/index.js");

const { endpoints, pages } = contractOf(CHALLENGES.values());
const canonical = canonicalAddresses(addressesOf({ endpoints, pages }));

type Fields = Readonly<Record<string, string>>;
type Who = "administrator" | "member";

let site: RunningSite;
/** Every cached address, with the parameters that make it read different things. */
const questions: string[] = [];
const visitors = {} as Record<Who, { visitor: Visitor; tokens: Tokens }>;

/** Parameters that add something to be read. */
const ASKED = new Set(["query", "person", "person1", "challenge", "q", "of"]);

/** Each test looks at hundreds of answers, most of which are made again. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

beforeAll(async () => {
  const settings = { SAMPLE_DATA: "on", ANSWER_CACHE_MB: "64" };
  site = await startSite(settings, await import(pathToFileURL(BUILD).href));
  const visitor = new Visitor(site.origin);
  const tokens = await visitor.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  visitors.administrator = { visitor, tokens };
  visitors.member = await newMember(site.origin, "member@example.org", "a very good password");
  const findRow = async (path: string) => (await (await site.app.request(path)).json()).results[0] ?? {};
  for (const address of [...endpoints.filter(({ isCached }) => isCached), ...pages]) {
    const names = Array.isArray(address.parameters) ? address.parameters : Object.keys(address.parameters);
    // On a list, the map is one filter of many; elsewhere it makes a different page.
    const isAsked = (name: string) => ASKED.has(name) || (name === "map" && !names.includes("filekey"));
    questions.push(...(await questionsOf(address, findRow, isAsked)));
  }
  unwatched = site.app.fetch;
  vi.spyOn(site.app, "fetch").mockImplementation(async (request, ...more) => {
    const { pathname, search } = new URL(request.url);
    const answer = await unwatched(request, ...more);
    made.add(pathname + search);
    answers.set(pathname + search, answer);
    return answer;
  });
  before = await look();
});
afterAll(() => site.stop());

/** Answers a request without being noted below. */
let unwatched: RunningSite["app"]["fetch"];

/** The addresses that the app was asked to make since the last look began. */
const made = new Set<string>();
/** The last answer that was made for each: its tags are in a header. */
const answers = new Map<string, Response>();

/** Asks every question through the edge. */
async function look(): Promise<Look> {
  made.clear();
  const texts = new Map<string, string>();
  const kept = new Set<string>();
  for (const question of questions) {
    const answer = await site.fetch(new Request(site.origin + question));
    texts.set(question, `${answer.status} ${await answer.text()}`);
    if (answer.headers.has("ETag")) kept.add(question);
  }
  const tags = new Map(Array.from(answers, ([address, { headers }]) => [address, readTags(headers)]));
  return { texts, kept, tags };
}

interface Look {
  readonly texts: ReadonlyMap<string, string>;
  readonly kept: ReadonlySet<string>;
  /** By canonical address; null: nobody knows. */
  readonly tags: ReadonlyMap<string, readonly Tag[] | null>;
}

/** Returns what a question is answered without the cache. */
async function madeNow(question: string): Promise<string> {
  const answer = await unwatched(new Request(site.origin + question));
  return `${answer.status} ${await answer.text()}`;
}

const versions = () =>
  new Map(
    site.database.sqlite
      .prepare("select name, version from source")
      .all()
      .map(({ name, version }) => [name as Tag, Number(version)] as const),
  );

/** Whether an answer with these tags may depend on one that moved. Parts count as their wholes. */
function isMadeFrom(tags: readonly Tag[] | null, moved: readonly Tag[]): boolean {
  if (tags === null) return moved.length > 0;
  const wholes = tags.map((tag) => tag.split(" ", 1)[0] ?? "");
  return moved.some(
    (tag) => wholes.includes(tag) || (tag.startsWith("completions:") && wholes.includes("completions")),
  );
}

/** Whether some of the tags are parts: then an answer may still be good although their whole moved. */
const hasParts = (tags: readonly Tag[] | null): boolean => tags?.some((tag) => tag.includes(" ")) === true;

/** Questions whose answers changed, to show that the writes had effects. */
const changed = new Set<string>();
/** Answers that were not made again, although completions of which they show a part were written. */
const stayed = new Set<string>();
let before: Look;

/** The tags that moved since the last look at all answers. */
const moved = new Set<Tag>();

/** Expects every answer to equal one made now, and cached answers to be used exactly if their tags did not move. */
async function expectCurrent(): Promise<void> {
  const now = await look();
  const { texts, kept } = now;
  const again = new Set(made);
  for (const question of questions) {
    const address = canonical(question) ?? question;
    const tags = before.tags.get(address) ?? null;
    const text = texts.get(question);
    if (!again.has(address)) expect(text, question).toBe(await madeNow(question));
    if (text !== before.texts.get(question)) changed.add(question);
    if (!before.kept.has(question) || !kept.has(question)) continue;
    const isOutdated = isMadeFrom(tags, [...moved]);
    if (isOutdated && !again.has(address) && hasParts(tags)) stayed.add(question);
    else expect(again.has(address), question).toBe(isOutdated);
  }
  moved.clear();
  before = now;
}

/** Makes a write and returns the tags that it moved, in alphabetical order. */
async function movedBy(write: () => Promise<unknown>): Promise<Tag[]> {
  const known = versions();
  await write();
  const names = [...versions()].flatMap(([name, version]) => (known.get(name) === version ? [] : [name]));
  for (const name of names) moved.add(name);
  return names.toSorted();
}

/** Makes a write and expects it to move these tags and no others. */
async function expectMove(write: () => Promise<unknown>, moves: readonly Tag[]): Promise<void> {
  expect(await movedBy(write)).toEqual(moves.toSorted());
}

/** Does the same, and checks every answer afterwards. */
async function expectMoves(write: () => Promise<unknown>, moves: readonly Tag[]): Promise<void> {
  await expectMove(write, moves);
  await expectCurrent();
}

/** Makes a write by the API, which must succeed. */
async function send<Answer>(who: Who, path: string, fields: Fields): Promise<Answer> {
  const { visitor, tokens } = visitors[who];
  const { status, text, json } = await visitor.call(path, tokens, fields);
  sent.add(path);
  expect(status, text).toBe(200);
  return json as Answer;
}
const sent = new Set<string>();

const PROOF = { link: "https://example.org/proof" };
const of = (challenge: string): Tag => `completions:${challenge}`;

interface Proposal {
  readonly proposal: string;
  readonly revision: number;
}

/** Makes a claim and returns its filekey. */
async function claim(challenge: string, fields: Fields = {}): Promise<string> {
  const form = { ...FORMS[challenge], ...PROOF, ...fields };
  const { filekey } = await send<{ filekey: string }>("member", api.addSubmit(challenge), form);
  return filekey;
}

test.each([...CHALLENGES.keys()])(
  "%s: adding, verifying, undoing and deleting a claim move only the challenge's completions",
  async (challenge) => {
    // All are written in the same way: for one challenge every answer is checked too, for the others only what moved.
    const expectStep = challenge === "2tc" ? expectMoves : expectMove;
    const own = [of(challenge)];
    let filekey = "";
    await expectStep(async () => {
      filekey = await claim(challenge);
    }, own);
    const entries = JSON.stringify([filekey]);
    let seq = 0;
    await expectStep(async () => {
      const verified = await send<{ changes: number[] }>("administrator", api.verifyCompletions(), {
        entries,
      });
      seq = verified.changes[0] ?? 0;
    }, own);
    await expectMove(() => send("administrator", api.undoChange(), { seq: String(seq) }), own);
    await expectMove(() => send("administrator", api.deleteSubmit(challenge), { entries }), own);
    await expectMove(() => claim(challenge, { person: "Stays" }), own);
  },
);

test("after claims in every challenge, all answers are current", async () => {
  await expectCurrent();
});

test("what its submitter withdraws and brings back moves only the challenge's completions", async () => {
  const filekey = await claim("lcc", { person: "Withdrawn One" });
  const entries = JSON.stringify([filekey]);
  await expectMove(() => send("member", api.deleteSubmit("lcc"), { entries }), [of("lcc")]);
  await expectMove(() => send("member", api.bringBack(), { filekey }), [of("lcc")]);
});

test("a rejection moves only the challenge's completions", async () => {
  const filekey = await claim("lcc", { person: "Rejected One" });
  await expectMove(
    () => send("administrator", api.rejectCompletion(), { filekey, reason: "because" }),
    [of("lcc")],
  );
});

test("verdicts move only the completions of their challenges, and who looks at what moves nothing", async () => {
  const player = { person: "Looked At", money: "7000" };
  let [filekey, other] = ["", ""];
  await movedBy(async () => {
    [filekey, other] = [await claim("lcc", player), await claim("lcd", player)];
  });
  await expectMove(() => send("administrator", api.claimReview(), { filekey }), []);
  await expectMove(() => send("administrator", api.skipReview(), { filekey: other }), []);
  await expectMoves(() => send("administrator", api.releaseReview(), { filekey }), []);
  const body = "Where is round 63?";
  await expectMove(() => send("administrator", api.askPlayer(), { filekey, body }), []);
  await expectMove(() => send("member", api.ownThread(), { filekey, body: "Here." }), []);
  await expectMove(() => send("administrator", api.thread(), { filekey, body, private: "1" }), []);
  const exception = { filekey, revision: "1", check: "water", reason: "because" };
  await expectMove(() => send("administrator", api.exceptCheck(), exception), []);
  await expectMoves(() => send("member", api.seeNotices(), { until: "2099" }), []);
  const entries = JSON.stringify([
    { filekey, revision: 1, verdict: "verify" },
    { filekey: other, revision: 1, verdict: "reject", reason: "because" },
  ]);
  await expectMove(() => send("administrator", api.giveVerdicts(), { entries, preview: "1" }), []);
  await expectMove(() => send("administrator", api.giveVerdicts(), { entries }), [of("lcc"), of("lcd")]);
});

test("a new spelling of a player's name moves how players are shown, in every challenge", async () => {
  await expectMove(() => claim("lcd", { person: "Spelled Twice" }), [of("lcd")]);
  await expectMoves(() => claim("lcc", { person: "spelled twice" }), [of("lcc"), "players"]);
});

test("a new display name moves only the accounts, and only if everybody reads it", async () => {
  await expectMoves(() => send("member", api.changeName(), { name: "Hypatia" }), []);
  const name = { name: "Hypatia", public: "1" };
  await expectMoves(() => send("member", api.changeName(), name), ["accounts"]);
  // Saving the same name changes nothing.
  await expectMove(() => send("member", api.changeName(), name), []);
});

test("what helpers keep to say often moves nothing", async () => {
  const reason = { challenge: "", kind: "reject", title: "No proof", text: "There is no proof." };
  await expectMove(() => send("administrator", api.keepCannedReason(), reason), []);
});

test("what somebody wishes for moves nothing, nor does its removal", async () => {
  const { visitor, tokens } = visitors.member;
  const drawn = await visitor.call(api.undone({ challenge: "2mp", seed: 7 }), tokens);
  const [open] = drawn.json.results as OpenCombinationsAnswer["results"];
  const wish = { challenge: "2mp", towers: open?.towers[0]?.name ?? "", map: open?.map ?? "" };
  await expectMove(() => send("member", api.wish(), wish), []);
  const { json } = await visitor.call(api.ownWishes(), tokens);
  const [own] = json.results as { wish: string }[];
  await expectMove(() => send("member", api.endWish(), { wish: own?.wish ?? "" }), []);
  await expectMove(() => send("member", api.wish(), wish), []);
  await expectMove(() => send("administrator", api.removeWishes(), { ...wish, reason: "why" }), []);
});

test("what somebody follows moves nothing, nor does the feed of it", async () => {
  const list = { challenge: "", query: "map=Quad" };
  await expectMove(() => send("member", api.follow(), list), []);
  const { visitor, tokens } = visitors.member;
  const { json } = await visitor.call(api.follows(list), tokens);
  await expectMove(() => send("member", api.makeFollowFeed(), {}), []);
  await expectMove(() => send("member", api.endFollowFeed(), {}), []);
  await expectMove(() => send("member", api.endFollow(), { follow: String(json.asked) }), []);
});

test("what somebody is told by mail moves nothing", async () => {
  await expectMove(() => send("member", api.ownMail(), { verdict: "1" }), []);
});

test("a report moves nothing, nor does the decision that its completion stands", async () => {
  let filekey = "";
  await movedBy(async () => {
    filekey = await claim("lcc", { person: "Reported" });
  });
  await expectMove(() => send("member", api.report(), { filekey, reason: "why" }), []);
  const { visitor, tokens } = visitors.administrator;
  const { json } = await visitor.call(api.reports(), tokens);
  const [report] = json.results as { report: string }[];
  const decision = { report: report?.report ?? "", outcome: "stands" };
  await expectMove(() => send("administrator", api.decideReport(), decision), []);
});

test("who asks for a name moves nothing; joins, bans and a hidden page move the players", async () => {
  await movedBy(async () => {
    await claim("lcc", { person: "One Name" });
    await claim("lcd", { person: "Another Name" });
  });
  const name = "One Name";
  await expectMove(() => send("member", api.requestName(), { name, evidence: "why" }), []);
  const { visitor, tokens } = visitors.administrator;
  const { json } = await visitor.call(api.nameRequests(), tokens);
  const [request] = json.results as { request: string }[];
  const decision = { request: request?.request ?? "", outcome: "approved" };
  await expectMove(() => send("administrator", api.decideNameRequest(), decision), []);
  await expectMove(() => send("member", api.hidePage(), {}), ["players"]);
  await expectMove(() => send("member", api.endName(), {}), ["players"]);
  const join = { name: "Another Name", into: name };
  await expectMove(() => send("administrator", api.joinPlayers(), join), ["players"]);
  const shown = { name, shown: "" };
  await expectMove(() => send("administrator", api.showPlayerAs(), shown), ["players"]);
  await expectMove(() => send("administrator", api.banPlayer(), { name, reason: "why" }), ["players"]);
  const runs = { ...FORMS.lcc, ...PROOF, person: "Removed", verify: "on" };
  await movedBy(() => send("administrator", api.addSubmit("lcc"), runs));
  await expectMove(() => send("administrator", api.removeRuns(), { name: "Removed" }), [of("lcc")]);
});

test("a proposed proof moves nothing until it is taken over, and copies of pictures nothing at all", async () => {
  const lcc = [of("lcc")];
  let filekey = "";
  await movedBy(async () => {
    filekey = await claim("lcc", { person: "Better Proof" });
    await send("administrator", api.verifyCompletions(), { entries: JSON.stringify([filekey]) });
  });
  const { visitor, tokens } = visitors.administrator;
  const propose = () => send("member", api.proposeProof(), { filekey, link: "https://example.org/better" });
  const waiting = async () => (await visitor.call(api.proofProposals(), tokens)).json.results as Proposal[];
  await expectMove(propose, []);
  const [first] = await waiting();
  await expectMove(() => send("member", api.withdrawProof(), { proposal: first?.proposal ?? "" }), []);
  await expectMove(propose, []);
  const [second] = await waiting();
  const decision = { proposal: second?.proposal ?? "", outcome: "taken", revision: String(second?.revision) };
  await expectMoves(() => send("administrator", api.decideProof(), decision), lcc);
  await expectMove(() => send("member", api.keptCopies(), { on: "0", filekey }), []);
});

test("what a player says of a run that another submitted moves its challenge's completions", async () => {
  const name = "Played With";
  let filekey = "";
  await movedBy(async () => {
    const form = { ...FORMS["2tcc"], ...PROOF, person1: "Their Partner", person2: name };
    ({ filekey } = await send<{ filekey: string }>("administrator", api.addSubmit("2tcc"), form));
    await send("member", api.requestName(), { name, evidence: "why" });
    const { visitor, tokens } = visitors.administrator;
    const { json } = await visitor.call(api.nameRequests(), tokens);
    const [request] = json.results as { request: string }[];
    const decision = { request: request?.request ?? "", outcome: "approved" };
    await send("administrator", api.decideNameRequest(), decision);
  });
  const entries = JSON.stringify([filekey]);
  await expectMoves(() => send("member", api.playedWith(), { entries, answer: "yes" }), [of("2tcc")]);
  await expectMove(() => send("member", api.mutePlayedWith(), { filekey, muted: "1" }), []);
});

test("a confirmation moves only its challenge's completions, and a doubt nothing", async () => {
  // Three people may verify.
  const [other] = await Promise.all(
    ["second@example.org", "third@example.org"].map(async (address) => {
      const person = await newMember(site.origin, address);
      const { id: account } = await site.account(person.email);
      await send("administrator", api.setRoles(), { account, roles: '["Index Helper"]' });
      return person;
    }),
  );
  const own: string[] = [];
  await movedBy(async () => {
    for (const person of ["Confirmed", "Doubted"]) {
      const form = { ...FORMS.lcc, ...PROOF, person, verify: "on" };
      const { filekey } = await send<{ filekey: string }>("administrator", api.addSubmit("lcc"), form);
      own.push(filekey);
    }
  });
  const { visitor, tokens } = other ?? visitors.member;
  const asOther = async (path: string, fields: Fields) => {
    sent.add(path);
    const { status, text } = await visitor.call(path, tokens, { revision: "1", ...fields });
    expect(status, text).toBe(200);
  };
  const [first = "", second = ""] = own;
  await expectMoves(() => asOther(api.confirm(), { filekey: first }), [of("lcc")]);
  await expectMoves(() => asOther(api.doubt(), { filekey: second, reason: "why" }), []);
});

test("a write to maps moves only the maps", async () => {
  const map = {
    ...{ map: "Frozen Pond", abbreviation: "FRP", difficulty: "advanced", version: "52", length: "20.5" },
    ...{ numEntrances: "1", numExits: "2", numObjects: "0" },
  };
  await expectMoves(() => send("administrator", api.addMap(), map), ["maps"]);
  const other = { ...map, map: "Another Pond", abbreviation: "ANP" };
  await expectMove(() => send("administrator", api.addMapToo(), other), ["maps"]);
  await expectMove(() => send("administrator", api.deleteMap(), { map: other.map }), ["maps"]);
});

test("a map with completions and starts is renamed, and every answer says its new name", async () => {
  const {
    image: _,
    revision: __,
    ...info
  } = await (await site.app.request(api.mapInfo({ map: "Quad" }))).json();
  const known = Object.entries(info).filter(([, value]) => value != null);
  const fields = Object.fromEntries(known.map(([name, value]) => [name, String(value)]));
  const rename = (oldMap: string, map: string) => () =>
    send("administrator", api.addMap(), { ...fields, oldMap, map });
  await expectMoves(rename("Quad", "The Four"), ["maps"]);
  await expectMove(rename("The Four", "Quad"), ["maps"]);
});

test("a write to starts moves only the starts", async () => {
  const start = { map: "Quad", title: "Start with Quincy", link: "https://example.org/start" };
  await expectMoves(() => send("administrator", api.addChimpsStart(), start), ["starts"]);
  const starts = await (await site.app.request(api.chimpsStarts())).json();
  const { uuid } = starts.results.find(({ title }: { title: string }) => title === start.title);
  await expectMove(() => send("administrator", api.deleteChimpsStart(), { uuid }), ["starts"]);
});

test("a write to balance changes moves only the balance changes", async () => {
  const change = { tower: "Ice Monkey", version: "99.1", change: "000 A longer freeze", nature: "buff" };
  await expectMoves(() => send("administrator", api.addBalanceChange(), change), ["balance-changes"]);
  const [balance] = (await (await site.app.request(api.balanceChanges({ version: "99.1" }))).json()).results;
  await expectMove(
    () => send("administrator", api.deleteBalanceChange(), { uuid: balance.uuid }),
    ["balance-changes"],
  );
});

test("the day of a version moves only the versions", async () => {
  const version = { version: "99.2", releasedOn: "2025-07-01", source: "https://example.org/notes" };
  await expectMoves(() => send("administrator", api.addGameVersion(), version), ["game-versions"]);
  await expectMove(
    () => send("administrator", api.deleteGameVersion(), { version: "99.2" }),
    ["game-versions"],
  );
});

test("a write to spellings moves only the spellings", async () => {
  const spelling = { spelling: "cold one", name: "Absolute Zero" };
  let id = 0;
  await expectMoves(async () => {
    ({ id } = await send<{ id: number }>("administrator", api.addSpelling(), spelling));
  }, ["spellings"]);
  await expectMove(() => send("administrator", api.deleteSpelling(), { id: String(id) }), ["spellings"]);
});

test("a write to the game's towers, by hand or by its export, moves the catalogue", async () => {
  const tower = {
    name: "Cloud Shaper",
    gameId: "CloudShaper",
    category: "magic",
    cost: "500",
    version: "57",
  };
  await expectMoves(() => send("administrator", api.saveTower(), tower), ["catalogue"]);
  await expectMove(() => send("administrator", api.deleteTower(), { name: tower.name }), ["catalogue"]);
  const hero = { name: "Zora", fullName: "Zora Day", gameId: "Zora", cost: "600", version: "57" };
  await expectMove(() => send("administrator", api.saveHero(), hero), ["catalogue"]);
  await expectMove(() => send("administrator", api.deleteHero(), { name: hero.name }), ["catalogue"]);
  const game = JSON.stringify({
    ...{ towers: [], heroes: [] },
    maps: [{ gameId: "GlassLagoon", name: "Glass Lagoon", difficulty: "expert", hasWater: true }],
  });
  let found: { readonly results: readonly { readonly key: string }[] } = { results: [] };
  await expectMove(async () => {
    found = await send("administrator", api.compareGame(), { game });
  }, []);
  const chosen = JSON.stringify(found.results.map(({ key }) => key).filter((key) => key.startsWith("new:")));
  await expectMoves(() => send("administrator", api.takeGame(), { game, chosen, version: "57.0" }), ["maps"]);
});

test("asking for the codes of old completions moves nothing until a document is there", async () => {
  await expectMove(() => send("administrator", api.switchCodeBackfill(), { on: "1" }), []);
  await expectMove(() => send("administrator", api.switchCodeBackfill(), { on: "0" }), []);
  const filekey = await claim("2mp", { map: "Park Path", person: "Codes", challenge_code: "ZWRITES" });
  const entries = JSON.stringify([{ filekey, values: { version: "56.3" } }]);
  await expectMove(() => send("administrator", api.takeFromCodes(), { entries }), []);
});

test("an accepted name moves the completions that had it, and the spellings if it is kept as one", async () => {
  const filekey = await claim("2mp", { map: "Hedge" });
  const moveIn = () =>
    site.database.sqlite
      .prepare("update completion set towers = ? where id = ?")
      .run(JSON.stringify(["Icy one"]), filekey);
  const accepted = { kind: "tower", name: "Icy one", as: "Absolute Zero" };
  moveIn();
  await expectMove(() => send("administrator", api.acceptName(), accepted), [of("2mp")]);
  moveIn();
  await expectMoves(
    () => send("administrator", api.acceptName(), { ...accepted, keepSpelling: "1" }),
    [of("2mp"), "spellings"],
  );
});

test("a public dump moves only the list of dumps", async () => {
  await expectMoves(() => site.run("the public dump"), ["dumps"]);
  const [dump] = (await (await unwatched(new Request(site.origin + api.dumps()))).json()).results;
  const file = await unwatched(new Request(site.origin + api.dumpFile(dump.day, "completions.jsonl.gz")));
  expect(Number(file.headers.get("Content-Length"))).toBeGreaterThan(10_000);
});

test("private changes to accounts move nothing", async () => {
  const known = versions();
  const { visitor, tokens, password, email } = await newMember(site.origin, "private@example.org");
  const { id: account } = await site.account(email);
  const asOwner = async (path: string, fields: Fields) => {
    sent.add(path);
    expect((await visitor.call(path, tokens, fields)).status).toBe(200);
  };
  await new Visitor(site.origin).signIn(email, password);
  const devices = (await visitor.call(api.devices(), tokens)).json.results as {
    id: string;
    isThis: boolean;
  }[];
  await asOwner(api.signOutDevice(), { device: devices.find(({ isThis }) => !isThis)?.id ?? "" });
  await asOwner(api.signOutOthers(), {});
  await asOwner(api.changePassword(), { current: password, password: "the next password" });
  const begun = await visitor.call(api.beginFactor(), tokens, { current: "the next password" });
  const code = await codeOf(String(begun.json.secret), new Date());
  await asOwner(api.confirmFactor(), { code });
  await send("administrator", api.resetFactor(), { account });
  await asOwner(api.beginFactor(), { current: "the next password" });
  await asOwner(api.removeFactor(), { current: "the next password", code });
  await asOwner(api.changeEmail(), { current: "the next password", email: "moved@example.org" });
  await send("administrator", api.setRoles(), { account, roles: '["Index Helper"]' });
  await send("administrator", api.resetAccount(), { account });
  await send("administrator", api.setEmail(), { account, email: "set@example.org" });
  // It writes nothing, and this site sends no mail.
  sent.add(api.sendTestMail());
  await send("administrator", api.invite(), {});
  const { visitor: boss, tokens: bossTokens } = visitors.administrator;
  const { json } = await boss.call(api.invitations(), bossTokens);
  const [invitation] = json.results as { id: string }[];
  await send("administrator", api.withdrawInvitation(), { invitation: invitation?.id ?? "" });
  await send("administrator", api.blockAccount(), { account });
  await send("administrator", api.unblockAccount(), { account });
  expect(versions()).toEqual(known);
  await expectCurrent();
});

test("who erases themselves moves what named them", async () => {
  const { visitor, tokens, password } = await newMember(site.origin, "erased@example.org");
  const post = async (path: string, fields: Fields) => {
    sent.add(path);
    expect((await visitor.call(path, tokens, fields)).status).toBe(200);
  };
  await expectMove(() => post(api.erase(), { preview: "1" }), []);
  // The public dumps are made anew.
  await expectMoves(() => post(api.erase(), { confirm: "DELETE", current: password }), ["dumps"]);
  const { id: account } = await site.account((await newMember(site.origin, "blocked@example.org")).email);
  await send("administrator", api.blockAccount(), { account });
  await expectMove(() => send("administrator", api.eraseAccount(), { account, preview: "1" }), []);
});

test("the presence of a sample moves when the last of it is removed", async () => {
  const remove = async () => {
    const left = await send<{ completions: number; starts: number }>("administrator", api.removeSample(), {});
    return left.completions + left.starts;
  };
  let left = 1;
  while (left > 0) {
    const names = await movedBy(async () => {
      left = await remove();
    });
    expect(names.includes("sample")).toBe(left === 0);
  }
  expect([...moved]).toEqual(expect.arrayContaining(["sample", "starts", ...[...CHALLENGES.keys()].map(of)]));
  await expectCurrent();
});

test("every write of the API was made, and together they changed most answers", () => {
  const writes = endpoints.filter(({ method }) => method === "POST").map(({ path }) => path);
  expect(writes.filter((path) => !sent.has(path))).toEqual([]);
  expect(changed.size).toBeGreaterThan(questions.length / 2);
  expect(stayed.size).toBeGreaterThan(50);
});
