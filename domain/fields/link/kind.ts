import { nameOfChoice } from "../../game/counted.ts";
import { asWritten, webAddress } from "../../game/typed-text.ts";
import { HAVINGS } from "../../game/words.ts";
import { type FieldBase, InvalidValue, keyFor, type SharedKind } from "../kind.ts";
import { hasNextAddress } from "./addresses.ts";

/** Where the proof can be seen: an http(s) address, or null if it was uploaded. */
export interface LinkField extends FieldBase {
  readonly kind: "link";
}

/** Maximum length of a link, in characters. */
export const MAX_LINK = 2000;

/** Blanks, line breaks, and what divides words without being seen. */
const NEVER_IN_ADDRESS = /[\s\p{Cc}\u200B\u2060]/u;

/** Whether a text that begins with an address has more than one. */
export const isTwoAddresses = (text: string): boolean => NEVER_IN_ADDRESS.test(text) || hasNextAddress(text);

/** What else is not seen, but for the joiners of emoji: it comes along when something is copied, and leads elsewhere. */
const UNSEEN = /(?![\u200B-\u200D\u2060])\p{Cf}/gu;

export const linkKind: SharedKind<LinkField, string> = {
  attribute: "link",
  present: ({ link }) => link,
  nullable: true,
  schema: (z) => z.string(),
  // However it is written, and whichever of the completion's links it is.
  filter: (text) =>
    webAddress(text) ? { on: "link", link: text } : { on: "attribute", attribute: "link", value: text },
  sort: () => null,
  filters: () => ({
    has: {
      label: "Has",
      describe: nameOfChoice,
      control: { takes: "choice", choices: HAVINGS },
      places: HAVINGS.length,
      read: (texts) =>
        texts.map((text) => {
          const what = HAVINGS.find((each) => each === text.toLowerCase());
          if (!what) throw new InvalidValue("not-a-choice", { choices: HAVINGS });
          return { on: "has", what };
        }),
    },
  }),
  searchKeys: () => ({
    has: keyFor("has", {
      example: "video",
      says: "whose proof is a video; also: picture, link (any link), notes (those with notes)",
    }),
  }),
  longest: () => MAX_LINK,
  tidy: (text) => asWritten(text).replace(UNSEEN, ""),
  read(text) {
    if (!webAddress(text)) throw new InvalidValue("not-a-link");
    // URL.parse takes them out or writes them otherwise, so that two addresses become one that leads nowhere.
    if (isTwoAddresses(text)) throw new InvalidValue("two-addresses");
    return text;
  },
  isPublic: () => true,
  freeText: "none",
  formSection: "proof",
};
