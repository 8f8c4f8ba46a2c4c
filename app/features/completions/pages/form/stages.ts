/** Sentences shown at single fields, by the fields' names. */
export type Sentences = Readonly<Record<string, string>>;

export type FormOutcome =
  | {
      readonly stage: "done";
      /** Whether pictures behind its links are copied. */
      readonly isCopied: boolean;
      readonly filekey: string;
      readonly notOriginal: boolean;
      /** Whether a helper verified it at once. */
      readonly isVerified: boolean;
    }
  | { readonly stage: "exists" }
  | {
      readonly stage: "failed";
      readonly message: string;
      /** What helps: to load what is there now, or to sign in. */
      readonly remedy: "reload" | "sign-in" | null;
    };

/** What a form is doing, or how its last submission ended. */
export type FormStage =
  | { readonly stage: "editing" }
  /** It was sent before it was known whether there is an original: the request is under way. */
  | { readonly stage: "finding-original" }
  | { readonly stage: "sending" }
  | FormOutcome;

/** A form between being filled in and being recorded. */
export interface Sending {
  readonly now: FormStage;
  /** What the last press of the button found. */
  readonly problems: Sentences;
  /** How often fields were marked after a press of the button. */
  readonly timesRefused: number;
  /**
   * The address of the original that could not be found, once the person has read so. Whoever then sends the form once more accepts
   * the OG box as it is.
   */
  readonly unknownOriginal: string | null;
}

export const EDITING: Sending = {
  now: { stage: "editing" },
  problems: {},
  timesRefused: 0,
  unknownOriginal: null,
};

export type SendingEvent =
  /** Something was filled in, which clears the problems of these fields. */
  | { readonly type: "edited"; readonly clears: (field: string) => boolean }
  /** It was checked after a press of the button: it is sent if there are no problems. */
  | { readonly type: "checked"; readonly problems: Sentences }
  | { readonly type: "original-requested" }
  | { readonly type: "original-answered" }
  | { readonly type: "original-unknown"; readonly address: string | null }
  | { readonly type: "ended"; readonly outcome: FormOutcome; readonly problems?: Sentences }
  | { readonly type: "cancelled" };

/** Whether nothing can be filled in: it would not be sent, and would be forgotten with what was. */
export const isUnderWay = ({ stage }: FormStage): boolean =>
  stage === "finding-original" || stage === "sending";

const refused = (before: Sending, problems: Sentences): Sending => ({
  ...before,
  problems,
  timesRefused: before.timesRefused + (Object.keys(problems).length > 0 ? 1 : 0),
});

/** Returns the form after an event. A failure never discards what was filled in. */
export function afterEvent(before: Sending, event: SendingEvent): Sending {
  switch (event.type) {
    case "edited": {
      const problems = Object.entries(before.problems).filter(([field]) => !event.clears(field));
      return { ...before, now: EDITING.now, problems: Object.fromEntries(problems) };
    }
    case "checked": {
      const isSent = Object.keys(event.problems).length === 0;
      return { ...refused(before, event.problems), now: { stage: isSent ? "sending" : "editing" } };
    }
    case "original-requested":
      return { ...before, now: { stage: "finding-original" } };
    case "original-answered":
      return before.now.stage === "finding-original" ? { ...before, now: { stage: "sending" } } : before;
    case "original-unknown":
      return {
        ...before,
        now: EDITING.now,
        timesRefused: before.timesRefused + 1,
        unknownOriginal: event.address,
      };
    case "ended":
      return { ...(event.problems ? refused(before, event.problems) : before), now: event.outcome };
    case "cancelled":
      return { ...before, now: EDITING.now };
  }
}
