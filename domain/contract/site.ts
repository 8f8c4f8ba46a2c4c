import { z } from "zod";
import { allOf, type Endpoint, get, post, required, shape, text } from "./define.ts";
import { api } from "./routes.ts";

const Ok = shape("Health", z.object({ ok: z.boolean(), error: z.string().optional() }));

export const health = get(
  api.health(),
  {},
  { summary: "Whether the site serves", result: Ok, isCached: false, isSmall: true, rate: null },
);
export const ready = get(
  api.ready(),
  {},
  {
    summary: "Whether the site can save, too: else 503 and why",
    result: Ok,
    isCached: false,
    isSmall: true,
    rate: null,
  },
);

const Config = z.object({
  domain: z.string().describe("Host of the provider, with a scheme where it is not https."),
  clientId: z.string(),
  audience: z.string(),
  rolesClaim: z.string().describe("The claim of tokens that lists a person's roles."),
  siteHost: z
    .string()
    .describe(
      "The product's own host, where tokens are fetched silently; elsewhere by popup (SPEC section 6).",
    ),
  helperRoles: z.array(z.string()).readonly().describe("Names in the roles claim that make a helper."),
  verifierRoles: z
    .array(z.string())
    .readonly()
    .describe(
      "Names in the roles claim that make a verifier, who may verify, reject and edit all completions, but delete only their own.",
    ),
  administratorRole: z.string(),
  accounts: z.boolean().describe("Whether the accounts are kept here: then there are pages for them."),
});
/** What the browser needs to know to sign somebody in. */
export type SignInConfig = z.infer<typeof Config>;

export const config = get(
  api.config(),
  {},
  { summary: "How to sign in", result: Config, isSmall: true, isInternal: true },
);

export const openapi = get(
  api.openapi(),
  {},
  {
    summary: "This description",
    result: z.record(z.string(), z.unknown()),
    isInternal: true,
  },
);

export const preview = get(
  api.preview(),
  { of: required(text("A page's address, from its slash on.")) },
  {
    summary: "The picture that a link to a page is shown with: a PNG of 1200 by 630",
    result: null,
    contentType: "image/png",
  },
);

export const siteAddresses = [health, ready, config, openapi];

const Month = z.object({
  challenge: z.string(),
  month: z
    .string()
    .nullable()
    .describe("yyyy-mm, by the completion's date or else its verification; null: nobody knows."),
  completions: z.int().min(0).describe("Verified."),
  originals: z.int().min(0),
});
/** What was done in a challenge in one month. */
export type Month = z.infer<typeof Month>;

export const months = get(
  api.months(),
  {},
  { summary: "Verified completions by challenge and month, the oldest first", result: allOf(Month) },
);

export const progressAddresses = [months] as readonly Endpoint[];

const Sample = z.object({
  completions: z.int().min(0),
  starts: z.int().min(0).describe("CHIMPS starts."),
});
/** How much of the sample data is there. */
export type SampleAnswer = z.infer<typeof Sample>;

export const sample = get(
  api.sample(),
  {},
  { access: "administrator", summary: "How much of the sample data is there", result: Sample },
);

export const removeSample = post(api.removeSample(), {
  access: "administrator",
  summary: "Removes a part of the sample data, and says what is left: to be sent until nothing is",
  result: Sample,
});

export const sampleAddresses = [sample, removeSample];
