/** One kind of attack: what is sent, which file holds against it, and which test shows that on every run of `npm test`. */
export interface Kind {
  readonly name: string;
  /** How many seconds it usually takes on two cores: it gets its share of the time by that. */
  readonly usual: number;
  readonly sends: string;
  readonly heldBy: string;
  readonly test: string;
}

/** Everything that `npm run attack` tries, in the order in which it does; docs/security.md has it as a table. */
export const KINDS = [
  {
    name: "growth",
    usual: 120,
    sends:
      "To every parameter, field and header, texts of the shapes that have made readers slow, in two lengths: four times the text takes no more than some four times the work. It runs the tests themselves.",
    heldBy: "domain/lists/parameters.ts",
    test: "test/growth/addresses.growth.test.ts",
  },
  {
    name: "fuzz",
    usual: 130,
    sends:
      "Odd values for every parameter of every address and page, and for every field; bodies that are cut, doubled or not what they say; odd ranges, headers and methods. No answer may be a fault of the server, be late, or show a path, a statement or where in the program it went wrong.",
    heldBy: "server/errors.ts",
    test: "platform/node/hostile-requests.test.ts",
  },
  {
    name: "tokens",
    usual: 20,
    sends:
      "To every address that is not public: what is no access token of this site (an id token, one of another audience, one signed with the public key, of a sign-in that has ended …), and good ones in other places than their header.",
    heldBy: "server/auth/user.ts",
    test: "server/auth/tokens.test.ts",
  },
  {
    name: "cache",
    usual: 100,
    sends:
      "To every public address, first a request with another host, forwarded names, overrides, a token, a body or more parameters, then a plain one: it must get what a process that keeps nothing answers.",
    heldBy: "server/http/edge.ts",
    test: "server/http/edge.test.ts",
  },
  {
    name: "redirects",
    usual: 20,
    sends:
      "Another site's address, written in many ways, as every parameter that may say where to go on, as the place that a sign-in or a sign-out returns to, and as the path itself.",
    heldBy: "packages/sign-in/provider.ts",
    test: "packages/sign-in/provider.test.ts",
  },
  {
    name: "slow",
    usual: 240,
    sends:
      "Connections that say nothing, stop in the head, send each kind of body a byte a second or not at all, and never read each kind of answer, together. Others must be answered meanwhile, and every one of them must end.",
    heldBy: "platform/node/connections.ts",
    test: "platform/node/connections.test.ts",
  },
  {
    name: "kept",
    usual: 60,
    sends:
      "Random writes through two processes; after each, pages and answers of both are compared with those of a third one that keeps nothing.",
    heldBy: "server/cache/response-cache.ts",
    test: "test/what-writes-move.long.test.ts",
  },
  {
    name: "races",
    usual: 60,
    sends:
      "Every pair of acts on one completion, sent at once to two processes: it ends as one of the two orders does, and so does its log; afterwards `npm run index -- check` must find nothing.",
    heldBy: "server/db/database.ts",
    test: "test/contract/two-at-once.test.ts",
  },
  {
    name: "scripts",
    usual: 120,
    sends:
      "Scripts in everything that people write and in every parameter of a page, through pages, feeds, CSV, previews, files and the pages of helpers, in a browser: none may run, ask another site, or be reported as breaking the page's policy.",
    heldBy: "app/ui/security-policy.ts",
    test: "app/features/completions/notes.test.ts",
  },
  {
    name: "roles",
    usual: 60,
    sends:
      "Every address as nobody, a member, another member, a verifier, a helper, somebody who was one, somebody blocked, an administrator, and with tokens that have expired or are for elsewhere; each names what is somebody else's. Afterwards no table may have changed by what was refused.",
    heldBy: "server/auth/sign-in.ts",
    test: "test/every-address.test.ts",
  },
  {
    name: "inside",
    usual: 90,
    sends:
      "Links to proof, verified, that lead to machines inside (127.0.0.1, [::1], 169.254.169.254, names of these), also by a password, a port, a backslash, a redirect of a known host or a path that climbs. No machine inside may be asked for anything, and a known host for nothing but what it calls a video or a picture.",
    heldBy: "domain/media/link-hosts.ts",
    test: "domain/media/link-hosts.test.ts",
  },
] as const satisfies readonly Kind[];

export type KindName = (typeof KINDS)[number]["name"];
