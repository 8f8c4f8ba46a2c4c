import { type CompiledQuery, sql } from "kysely";
import { expect } from "vitest";
import type { Deps } from "../app/api/deps.server.ts";
import { openData } from "../app/api/repositories.server.ts";
import {
  type CompletionState,
  insertCompletion,
  insertCompletions,
  type NewCompletion,
  stateOf,
  updateCompletion,
} from "../app/features/completions/repository/stored-completion.server.ts";
import { insertUnlistedMaps } from "../app/features/maps/repository.server.ts";
import type { ChallengeDefinition } from "../domain/challenges/define.ts";
import { fieldsOfKind } from "../domain/challenges/fields.ts";
import { CHALLENGES } from "../domain/challenges/index.ts";
import { contractOf } from "../domain/contract/index.ts";
import { emptyAttributes } from "../domain/fields/attributes.ts";
import { UNKNOWN } from "../domain/lists/row.ts";
import type { UploadLimits } from "../domain/media/upload-limits.ts";
import { countersInMemory } from "../server/counters.ts";
import { insertChange } from "../server/db/changes.ts";
import { type Database, sqlite } from "../server/db/database.ts";
import type { Files } from "../server/files.ts";
import type { ReceiveForm } from "../server/forms.ts";
import type { MediaStore } from "../server/media/store.ts";
import { askHosts } from "../server/other-hosts.ts";
import { createApp } from "../site/app.ts";
import { seedFacts } from "../site/seed.ts";
import type { validatorFor } from "./openapi.ts";
import { bearer, tenantSignIn } from "./sign-in.ts";

/** One engine's migrated, empty database, its media store and what receives forms. test/runtime/ has the engines. */
export interface Engine {
  readonly database: Database;
  readonly media: MediaStore;
  readonly receiveForm: ReceiveForm;
  /** Checks answers against the API's description; absent in workerd, which compiles no validators. */
  readonly validatorFor?: typeof validatorFor;
}

/** An engine as test/runtime/ opens it. */
export interface OpenEngine extends Engine {
  /** Files by name, none at first. */
  readonly files: Files;
}

/** When the game's facts were loaded. */
export const FACTS_AT = new Date("2026-01-01T00:00:00Z");

/** The default limits of forms. */
export const LIMITS: UploadLimits = {
  fileBytes: 100 * 1024 * 1024,
  pictureBytes: 25 * 1024 * 1024,
  files: 10,
  totalBytes: 250 * 1024 * 1024,
};

/** Returns a row of a list as all other answers have it: without what only programs of the existing index need. */
export const withoutTextsForPrograms = ({ challengeCode: _, ...row }: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === UNKNOWN ? null : value]));

/** Makes the app on an engine, with the game's maps loaded and with what tests need to fill and query it. */
export async function testApp(
  engine: Engine,
  challenges: Deps["challenges"] = CHALLENGES,
  more: Partial<Deps> = {},
) {
  const { database, media, receiveForm } = engine;
  const validate = engine.validatorFor?.(challenges);
  await seedFacts(database, FACTS_AT);
  const { app, reads } = createApp({
    challenges,
    data: openData(database),
    media,
    decodePicture: null,
    signIn: tenantSignIn(),
    receiveForm,
    siteOrigin: "http://localhost:3000",
    siteNames: { shortName: "BTD6 Index", tagline: "What has been done." },
    mediaOrigin: null,
    mail: null,
    keeping: {
      ...{ issuer: "tenant.example", sendsMail: false, hasWebhooks: false, codesHost: null },
      ...{ linkHosts: [], keepsCopies: true },
      ...{ dumpDays: 30, backupDays: 14, timeTravelDays: null },
    },
    // The spelling used internally. test/contract/names.test.ts tests the one used outside.
    apiNames: "game",
    secondLook: ["og", "record", "self"],
    now: () => new Date(),
    fairTurn: (_, work) => work(),
    askHost: askHosts({ fetch, addresses: { challengeCodes: null }, counters: countersInMemory() }),
    counters: countersInMemory(),
    keepsCopies: true,
    watchedHosts: [],
    ...more,
  });

  const published = new Set(
    contractOf(challenges.values())
      .endpoints.filter(({ isInternal }) => !isInternal)
      .map(({ path }) => path),
  );

  return {
    ...engine,
    app,
    reads,

    /** Records a completion the way production does and returns it. */
    async add(challenge: string, values: Partial<NewCompletion>): Promise<NewCompletion> {
      const definition = challenges.get(challenge);
      if (!definition) throw new Error(`no challenge ${challenge}`);
      const completion = { ...blank(definition), ...values };
      const { id, map: name, createdAt: at, sample } = completion;
      await database.atomic([insertUnlistedMaps([name])]);
      const map = await openData(database).maps.findByAnyName(name);
      if (!map) throw new Error(`no map ${name}`);
      const state = stateOf(definition, completion, map);
      const entry = { at, actor: "tester", action: "add" } as const;
      const listed = await openData(database).maps.findByName(name);
      // Production loads some in bulk: samples, and completions on maps that the index never listed.
      const loaded = [
        insertCompletions([{ id, state, sample }]),
        insertChange({ ...entry, noun: "completion", id, before: null, after: state }),
      ];
      const events = [{ kind: "completion", id, before: null, after: state, ...entry }] as const;
      await openData(database).write([
        listed?.id === map.id && !sample
          ? insertCompletion(id, state, entry)
          : { statements: loaded, events: sample ? [] : events },
      ]);
      return completion;
    },

    /** Changes a completion the way production does. A map is given by its name. */
    async edit(id: string, { map: name, ...values }: Partial<CompletionState>): Promise<void> {
      const { completions, maps, write } = openData(database);
      const stored = await completions.findById(id);
      if (!stored) throw new Error(`no completion ${id}`);
      const map = name === undefined ? null : await maps.findByName(name);
      const after = { ...stored.state, ...(map && { map: map.name, map_id: map.id }), ...values };
      const entry = { at: new Date().toISOString(), actor: "tester", action: "edit" };
      await write([updateCompletion(stored, after, { id: "tester", isVerifier: true }, entry)]);
    },

    /** Sends a form as somebody and returns the status and the JSON. A list sends its field several times. */
    async post(
      path: string,
      fields: Readonly<Record<string, FormValue | readonly FormValue[]>>,
      who: { readonly id: string; readonly roles?: readonly string[] } | null,
    ): Promise<{ status: number; body: Body }> {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields))
        for (const each of Array.isArray(value) ? value : [value]) body.append(name, each);
      const headers = who ? { Authorization: await bearer(who.id, who.roles ?? []) } : {};
      const response = await app.request(path, { method: "POST", body, headers });
      return { status: response.status, body: await response.json() };
    },

    /** Requests a path as somebody and returns the status and the JSON. */
    async getAs(
      path: string,
      id: string,
      roles: readonly string[] = [],
    ): Promise<{ status: number; body: Body }> {
      const response = await app.request(path, { headers: { Authorization: await bearer(id, roles) } });
      return { status: response.status, body: await response.json() };
    },

    /** Requests a path and returns the status and the JSON, which has to be as the API's description says. */
    async get(path: string): Promise<{ status: number; body: Body }> {
      const response = await app.request(path);
      const { status, headers } = response;
      const text = await response.text();
      const [pathname = path] = path.split("?");
      if (published.has(pathname)) {
        const answer = { status, contentType: headers.get("content-type"), text };
        expect(validate?.("GET", pathname, answer) ?? [], path).toEqual([]);
      }
      return { status, body: JSON.parse(text) };
    },
  };
}

/** The statements that set columns of a completion, with the entry in the log that its last state has to have. */
export const setColumns = (
  id: string,
  values: Readonly<Record<string, string | number | null>>,
): CompiledQuery<unknown>[] => [
  sql`insert into change (at, actor, action, noun, noun_id, shape, before, after)
    select at, 'system', 'edit', noun, noun_id, shape, after, json_patch(after, ${JSON.stringify(values)}) from change
    where noun = 'completion' and noun_id = ${id} and after is not null order by seq desc limit 1`.compile(
    sqlite,
  ),
  sqlite.updateTable("completion").set(values).where("id", "=", id).compile(),
];

type FormValue = string | File;

/** An answer of the API, loosely typed: each test checks what it expects. */
export interface Body {
  readonly [name: string]: unknown;
  readonly results: readonly Readonly<Record<string, unknown>>[];
  readonly count: number;
  readonly more: boolean;
  readonly error: string;
}

export type TestApp = Awaited<ReturnType<typeof testApp>>;

function blank(definition: ChallengeDefinition): NewCompletion {
  return {
    id: crypto.randomUUID(),
    ...emptyAttributes(),
    map: "Quad",
    // As many as its rows have.
    towers: ["Absolute Zero", "Quincy"].slice(0, fieldsOfKind(definition, "tower").length || 1),
    people: ["Ada", "Bob"].slice(0, fieldsOfKind(definition, "person").length || 1),
    completionType: fieldsOfKind(definition, "completiontype")[0]?.[1].choices[0] ?? null,
    og: false,
    link: "https://example.org/proof",
    pending: null,
    submittedBy: "member",
    createdAt: "2026-01-02T00:00:00.000Z",
    verifiedBy: "helper",
    sample: false,
  };
}

/** Makes an app without completions, not even those of other tests where an engine has one database per test file. */
export async function emptyApp(engine: Engine, more: Partial<Deps> = {}) {
  await engine.database.atomic([
    sqlite.deleteFrom("completion").compile(),
    sqlite.deleteFrom("change").where("noun", "in", ["completion", "player"]).compile(),
    // Names stay when nobody plays under them: each is its own player's again.
    sql`update player_name set player = (select id from player where origin_key = name_key)
      where player <> (select id from player where origin_key = name_key)`.compile(sqlite),
    sqlite.updateTable("player").set({ banned: 0, hidden: 0 }).compile(),
  ]);
  return testApp(engine, undefined, more);
}
