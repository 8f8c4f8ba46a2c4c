import { beforeAll, expect, test } from "vitest";
import { openEngine } from "#engine";
import { api } from "../../domain/contract/routes.ts";
import { sqlite } from "../../server/db/database.ts";
import { emptyApp, type TestApp } from "../factories.ts";

type Who = { readonly id: string; readonly roles?: readonly string[] };
const MEMBER: Who = { id: "ada" };
const HELPER: Who = { id: "hel", roles: ["Index Helper"] };

let app: TestApp;
let filekey = "";
beforeAll(async () => {
  const engine = await openEngine();
  await engine.database.atomic(
    (["name_request", "canned_reason", "report"] as const).map((table) => sqlite.deleteFrom(table).compile()),
  );
  app = await emptyApp(engine);
  filekey = (await app.add("lcc", { people: ["Natto"], money: 5, submittedBy: "natto" })).id;
});

test.each([
  ["a rejection", () => api.rejectCompletion(), {}, HELPER, "Please say why, so that the player can fix it."],
  ["a report", () => api.report(), {}, MEMBER, "Please say what is wrong, so that a helper can look at it."],
  ["a doubt", () => api.doubt(), {}, HELPER, "Please say what is wrong, so that a helper can look at it."],
  [
    "a request for a name",
    () => api.requestName(),
    { name: "Natto", evidence: " " },
    MEMBER,
    "Please say how a helper can see that the name is yours.",
  ],
  [
    "the denial of a name",
    () => api.decideNameRequest(),
    { outcome: "denied" },
    HELPER,
    "Please say why, so that the player knows.",
  ],
  ["a ban", () => api.banPlayer(), { name: "Natto" }, HELPER, "Please say why, so that other helpers know."],
  [
    "the removal of a wish",
    () => api.removeWishes(),
    { challenge: "2tc", towers: "Glaive Lord,Quincy" },
    HELPER,
    "Please say why, so that those who want it know.",
  ],
  [
    "a canned reason",
    () => api.keepCannedReason(),
    { kind: "reject", title: "No round 100", text: "\n" },
    HELPER,
    "Please enter the text.",
  ],
])("%s without a reason is refused with what it is for", async (_, address, fields, who, error) => {
  const sent = { filekey, revision: "1", reason: " ", ...fields };
  expect(await app.post(address(), sent, who)).toMatchObject({ status: 400, body: { error } });
});

test("whoever is a helper is not sent to the helpers about a name that is taken", async () => {
  const ask = (who: Who) => app.post(api.requestName(), { name: "Natto", evidence: "My channel." }, who);
  expect((await ask({ id: "natto" })).status).toBe(200);
  const { body } = await app.getAs(api.nameRequests(), "hel", ["Index Helper"]);
  const [request] = body.results as unknown as { request: string }[];
  const approve = { request: request?.request ?? "", outcome: "approved" };
  expect((await app.post(api.decideNameRequest(), approve, HELPER)).status).toBe(200);
  const taken = (advice: string) => ({
    status: 409,
    body: { error: `The name "Natto" already has an owner. If it is yours, ${advice}.` },
  });
  expect(await ask(MEMBER)).toMatchObject(taken("tell the helpers"));
  expect(await ask(HELPER)).toMatchObject(taken("ask another helper"));
});
