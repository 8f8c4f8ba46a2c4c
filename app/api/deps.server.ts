import type { ChallengeDefinition } from "../../domain/challenges/define.ts";
import type { DumpLicence } from "../../domain/contract/dumps.ts";
import type { KeepingAnswer } from "../../domain/contract/privacy.ts";
import type { NameStyle } from "../../domain/game/community-names.ts";
import type { LinkHost } from "../../domain/media/link-hosts.ts";
import type { SecondLook } from "../../domain/submissions/policy.ts";
import type { SignIn } from "../../server/auth/sign-in.ts";
import type { Counters } from "../../server/counters.ts";
import type { Files } from "../../server/files.ts";
import type { ReceiveForm } from "../../server/forms.ts";
import type { SiteNames } from "../../server/http/site-files.ts";
import type { Mailing } from "../../server/mail.ts";
import type { DecodePicture, MediaStore } from "../../server/media/store.ts";
import type { AskHost } from "../../server/other-hosts.ts";
import type { Data } from "./repositories.server.ts";

/** What the addresses of dumps need. */
export interface DumpDeps {
  /** Null if this process cannot read the files of dumps. */
  readonly files: Files | null;
  readonly licence: DumpLicence;
}

/** Does somebody's work when it is their turn. */
export type FairTurn = <Result>(who: string, work: () => Promise<Result>) => Promise<Result>;

/** The parts of the app, provided by the platform. */
export interface Deps {
  readonly challenges: ReadonlyMap<string, ChallengeDefinition>;
  readonly data: Data;
  readonly media: MediaStore;
  /** Null: nothing here decodes pictures, and browsers send small ones. */
  readonly decodePicture: DecodePicture | null;
  readonly signIn: SignIn;
  readonly receiveForm: ReceiveForm;
  /** The origin of media if they have a host of their own; null if they are under /media of the site. */
  readonly mediaOrigin: string | null;
  /** The site's public origin, without a trailing slash. */
  readonly siteOrigin: string;
  /** Null: the site sends no mail. */
  readonly mail: Mailing | null;
  /** Asks other hosts. */
  readonly askHost: AskHost;
  readonly counters: Counters;
  /** Whether pictures behind links are copied for those who want it. */
  readonly keepsCopies: boolean;
  /** The hosts of links to proof that are watched; none: no link is. */
  readonly watchedHosts: readonly LinkHost[];
  /** The site's name and tagline. */
  readonly siteNames: Pick<SiteNames, "shortName" | "tagline">;
  /** How the API spells towers and maps unless a request says otherwise. Pages use the game's names. */
  readonly apiNames: NameStyle;
  /** Which verified completions another helper has to look at; none: nobody has to. */
  readonly secondLook: readonly SecondLook[];
  readonly now: () => Date;
  /** Makes the answers that are one account's, by its id. */
  readonly fairTurn: FairTurn;
  /** The public dumps; absent where there are none (tests of the API). */
  readonly dumps?: DumpDeps;
  /** What the site keeps of people, and for how long. */
  readonly keeping: KeepingAnswer;
  /** Renders every address outside the API; absent where there are no pages (tests of the API). */
  readonly pages?: (request: Request) => Promise<Response>;
}
