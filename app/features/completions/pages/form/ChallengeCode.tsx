import { type ClipboardEvent, useRef, useState } from "react";
import { formValues, isSameVersion, timeValues } from "../../../../../domain/challenge-codes/form-values.ts";
import { asksForCode } from "../../../../../domain/challenges/fields.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { Button, TextInput } from "../../../../../domain/fields/controls.tsx";
import { readCode } from "../../../../../domain/fields/lines.ts";
import { dateInWords } from "../../../../../domain/game/day-in-words.ts";
import { isCode } from "../../../../../domain/game/words.ts";
import { about, fault, type Problem, say } from "../../../../../domain/messages/index.ts";
import { type FormTexts, formFields } from "../../../../../domain/submissions/form.ts";
import { CODE, fieldsOfWhat, writtenCode } from "./filled.ts";
import classes from "./form.module.css";
import { unchangedValues, valuesInWords, withoutValues, withValues } from "./from-code.ts";
import { gameCodeIn, type useChallengeCode } from "./use-challenge-code.ts";
import type { CompletionFormState } from "./use-completion-form.ts";
import { isIntoBox, usePaste } from "./use-paste.ts";

interface Props {
  readonly state: CompletionFormState;
  readonly asked: ReturnType<typeof useChallengeCode>;
}

/** Returns a code as the game writes it once it is whole; anything else as it is typed. */
function asCode(typed: string): string {
  const { code, rest } = readCode(typed);
  return code !== null && rest === "" && isCode(code) ? code : typed;
}

/** Returns what becomes of a text that is not merely a code; null if it is one, or means that there is none. */
function fateOf(typed: string, hasField: boolean): Problem | null {
  const { code, rest } = readCode(typed);
  const subject = { field: "Challenge code" };
  if (rest === "" && (code === null || isCode(code))) return null;
  if (!hasField) return about(subject, fault("not-a-challenge-code"));
  return about(subject, rest === "" ? fault("odd-challenge-code") : fault("code-to-notes", { code }));
}

/**
 * The box for the challenge code, and what follows from it. Where the code has no field of its own, the box is there when
 * adding, and what it holds is written into the notes.
 */
export function ChallengeCode({ state, asked }: Props) {
  const { definition, typed, problems, change, setText } = state;
  const isEdit = state.edited !== null;
  const [field] = formFields(definition).code ?? [];
  const code = writtenCode(definition, typed);
  const hasBox = field !== undefined || !isEdit;
  const problem = problems[field ?? CODE];
  const fate = fateOf(code, field !== undefined);
  const says = [
    ...(state.asksCodes && !isEdit && code === ""
      ? ["Paste it first: it fills in the map and the towers."]
      : []),
    ...(asksForCode(definition) ? ["The rules ask for it."] : []),
    ...(field === undefined ? ["It is added to the notes."] : []),
  ].join(" ");
  const setCode = (written: string): void =>
    field === undefined ? change({ code: written }, CODE) : setText(field, written);

  /** Takes the code out of a message or a link that is pasted while there is none. Returns whether there was one. */
  function takePasted(text: string | undefined): boolean {
    const pasted = gameCodeIn(text ?? "");
    if (pasted === null || code !== "") return false;
    setCode(pasted);
    return true;
  }
  usePaste((event) => !isEdit && !isIntoBox(event) && takePasted(event.clipboardData?.getData("text/plain")));

  return (
    <div className={classes.code}>
      {hasBox && (
        <TextInput
          label="Challenge code"
          description={says || undefined}
          placeholder="ZMYXWVU"
          value={code}
          onChange={(event) => setCode(asCode(event.currentTarget.value))}
          onPaste={(event: ClipboardEvent) => {
            if (takePasted(event.clipboardData.getData("text/plain"))) event.preventDefault();
          }}
          error={problem}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      )}
      <FromCode state={state} asked={asked} fate={fate && !problem && code !== "" ? say(fate) : null} />
    </div>
  );
}

/** Says what became of the code: what it filled in, what it proposes, or why it could not be asked for. */
function FromCode({
  state,
  asked: { code, answer, askAgain },
  fate,
}: Props & { readonly fate: string | null }) {
  const { definition, typed, update } = state;
  const region = useRef<HTMLDivElement>(null);
  const [isTakenBack, setTakenBack] = useState(false);
  const filled = valuesInWords(definition, unchangedValues(typed), typed.texts);
  if (isTakenBack && filled !== "") setTakenBack(false);
  const document = answer.is === "found" ? answer.document : null;
  const likely =
    document && !isTakenBack
      ? formValues(definition, typed.texts, document, state.catalogue, state.checkedMaps).likely
      : {};
  const likelyInWords = valuesInWords(definition, likely, typed.texts);
  const time = document ? timeOf(state, timeValues(definition, document)) : null;
  const sentences = [
    ...(answer.is === "asking" ? ["Asking the game’s server…"] : []),
    ...(answer.is === "none"
      ? ["There is no challenge with this code. Check it, or fill in the form by hand."]
      : []),
    ...(answer.is === "failed" ? [answer.sentence] : []),
    ...(fate === null ? [] : [fate]),
    ...(filled === ""
      ? []
      : [
          `From the challenge code${typed.fromCode?.code === code ? "" : ` ${typed.fromCode?.code}`}: ${filled}.`,
        ]),
    ...(isTakenBack ? ["Taken back."] : []),
    ...(likelyInWords === ""
      ? []
      : [`The code does not say it for certain, but it looks like ${likelyInWords}.`]),
    ...(time === null ? [] : [`The challenge was made ${time.words}.`]),
  ];
  /** What can be done about it, by the words of its button. */
  const acts: Record<string, () => void> = {};
  if (answer.is === "failed") acts["Ask again"] = askAgain;
  if (filled !== "")
    acts["Take it back"] = () => {
      update((before) => withoutValues(definition, before));
      setTakenBack(true);
    };
  if (likelyInWords !== "")
    acts[`Use ${likelyInWords}`] = () => update((before) => withValues(before, code ?? "", likely));
  if (time?.isOther)
    acts[`Use ${time.button}`] = () =>
      update((before) => ({ ...before, texts: { ...before.texts, ...time.values } }));
  return (
    <div className={classes.fromCode}>
      <div ref={region} role="status" tabIndex={-1} className={classes.hint}>
        {sentences.length > 0 && (
          <div>
            {sentences.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </div>
        )}
      </div>
      <div className={controls.row}>
        {Object.entries(acts).map(([words, act]) => (
          <Button
            key={words}
            onClick={() => {
              act();
              // What was pressed goes away.
              region.current?.focus();
            }}
          >
            {words}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** Returns what a challenge says of the fields for its version and its day, if these are shown; null: nothing. */
function timeOf(state: CompletionFormState, said: FormTexts) {
  const shown = fieldsOfWhat(state).flatMap(([name, { kind }]) =>
    said[name] === undefined
      ? []
      : [{ name, kind, value: said[name], text: state.typed.texts[name]?.trim() ?? "" }],
  );
  const [day] = shown.flatMap(({ kind, value }) => (kind === "date" ? dateInWords(value) : []));
  const [version] = shown.flatMap(({ kind, value }) => (kind === "version" ? `version ${value}` : []));
  if (shown.length === 0) return null;
  return {
    values: Object.fromEntries(shown.map(({ name, value }) => [name, value])),
    isOther: shown.some(({ kind, value, text }) =>
      kind === "version" ? !isSameVersion(text, value) : text !== value,
    ),
    words: [day && `on ${day}`, version && `in ${version}`].filter(Boolean).join(", "),
    button: [day, version].filter(Boolean).join(" and "),
  };
}
