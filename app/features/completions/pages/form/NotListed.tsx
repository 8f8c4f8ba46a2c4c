import { runOf } from "../../../../../domain/checks/check.ts";
import { Button } from "../../../../../domain/fields/controls.tsx";
import { readWireList } from "../../../../../domain/fields/wire-list.ts";
import { type Catalogue, LONGEST_NAME } from "../../../../../domain/game/catalogue.ts";
import { nameKey } from "../../../../../domain/game/name-key.ts";
import { distance } from "../../../../../domain/game/words.ts";
import { formFields } from "../../../../../domain/submissions/form.ts";
import classes from "./form.module.css";
import type { CompletionFormState } from "./use-completion-form.ts";

/** The fewest letters of a name, below which one letter more or less says nothing. */
const SHORTEST = 4;

/** Returns the listed name that a text is one letter away from; null if none is. */
function oneLetterFrom(text: string, { names }: Catalogue): string | null {
  const key = nameKey(text);
  if (key.length < SHORTEST) return null;
  return names.find(({ name }) => distance(key, nameKey(name), 1) <= 1)?.name ?? null;
}

/** Returns the texts for towers that name nothing listed, each once. */
function unknownTowers({ definition, typed, og, catalogue }: CompletionFormState): readonly string[] {
  const unknown = runOf(definition, typed.texts, og, catalogue)
    .towers.map(({ text }) => text)
    .filter((text) => /[\p{L}\p{N}]/u.test(text) && text.length <= LONGEST_NAME && !catalogue.find(text));
  return [...new Set(unknown)];
}

/** Writes a listed name in the place of a text, wherever a tower is called so. */
function replaceTower({ definition, typed, setText }: CompletionFormState, text: string, name: string): void {
  for (const [field, { kind }] of formFields(definition).main) {
    const value = typed.texts[field] ?? "";
    if (kind === "tower" && value.trim() === text) setText(field, name);
    const list = kind === "towerset" ? readWireList(value) : null;
    if (list?.includes(text))
      setText(field, JSON.stringify(list.map((each) => (each === text ? name : each))));
  }
}

/** Offers to submit what no list has as it is typed; asks first about what is one letter from a listed name. */
export function NotListed({ state }: { readonly state: CompletionFormState }) {
  const { typed, change, catalogue } = state;
  return (
    <div role="status" className={classes.hint}>
      {unknownTowers(state).map((text) => {
        const near = oneLetterFrom(text, catalogue);
        const submit = (): void => change({ unlisted: [...typed.unlisted, text] });
        return (
          <div key={text}>
            {near === null ? (
              <p>No tower or hero called “{text}” is listed here. Is it new in the game?</p>
            ) : (
              <p>
                “{text}” is not listed here. Did you mean {near}?
              </p>
            )}
            {near !== null && (
              <Button isSmall onClick={() => replaceTower(state, text, near)}>
                Yes, {near}
              </Button>
            )}{" "}
            <Button isSmall onClick={submit}>
              It is not listed: submit it as typed
            </Button>
          </div>
        );
      })}
      {typed.unlisted.map((text) => (
        <div key={text}>
          <p>“{text}” is submitted as typed. A helper adds it to the list before it is verified.</p>
          <Button
            isSmall
            onClick={() => change({ unlisted: typed.unlisted.filter((each) => each !== text) })}
            aria-label={`Do not submit “${text}” as typed`}
          >
            Undo
          </Button>
        </div>
      ))}
    </div>
  );
}
