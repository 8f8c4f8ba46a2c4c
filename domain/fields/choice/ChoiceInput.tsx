import { useEffect, useId, useRef } from "react";
import { about, fault, problem, say } from "../../messages/index.ts";
import { Field } from "../controls.tsx";
import { MapMark } from "../map/MapMark.tsx";
import { TowerMark } from "../marks/TowerMark.tsx";
import type { Choice, RefusedChoice } from "../props.ts";
import { atMost } from "../widths.ts";
import classes from "./ChoiceInput.module.css";
import { choiceCalled, type Offer } from "./find-choices.ts";
import { useChoice } from "./use-choice.tsx";

export interface ChoiceInputProps {
  readonly name: string;
  readonly label: string;
  /** What they are. */
  readonly of: keyof typeof UNKNOWN;
  readonly choices: readonly Choice[];
  /** Names that people may look for but that are not offered, each with the reason. */
  readonly refused?: readonly RefusedChoice[];
  readonly value: string;
  /** Whether the value is accepted though it names none of them. */
  readonly isAsTyped?: boolean;
  readonly onChange: (value: string) => void;
  readonly error: string | null;
  readonly required: boolean;
}

const NONE: readonly RefusedChoice[] = [];

/** What is said of a text that names none of them. */
const UNKNOWN = {
  towers: (label: string, name: string) => say(about({ field: label }, fault("not-a-tower", { name }))),
  maps: (label: string, name: string) => say(about({ field: label }, fault("not-a-map", { name }))),
  "towers and maps": (_: string, name: string) => say(problem("no-such-tower-or-map", { name })),
} as const;

const Mark = ({ choice: { mark } }: { choice: Choice }) =>
  mark && (mark.of === "tower" ? <TowerMark packed={mark.packed} /> : <MapMark packed={mark.packed} />);

/**
 * A combobox for choosing one of many names by a part of it, an
 * abbreviation or another spelling. The list opens on a click, on typing or on an arrow key, never by itself, and
 * appears below the field's error message.
 */
export function ChoiceInput({
  name,
  label,
  of,
  choices,
  refused = NONE,
  value,
  isAsTyped = false,
  onChange,
  error,
  required,
}: ChoiceInputProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const choosing = useChoice({ id, choices, refused, value, onChange });
  const { isOpen, text, groups, marked, unknown } = choosing;
  const chosen = [...choices, ...refused.filter(({ isAccepted }) => isAccepted)].find(
    (choice) => choice.name === value,
  );
  const shown = text ?? value;
  /** Why what was typed names none of them. */
  const why =
    text === null && value !== "" && value === unknown && !isAsTyped
      ? (choiceCalled(refused, value)?.why ?? UNKNOWN[of](label, value))
      : null;

  // Makes room for the list: on a phone the field scrolls to the top, because the keyboard takes the bottom.
  useEffect(() => {
    if (isOpen && window.matchMedia(atMost("phone")).matches)
      input.current?.closest(`.${classes.choice}`)?.scrollIntoView({ block: "start" });
  }, [isOpen]);

  return (
    <div className={classes.choice} data-mark={text === null ? chosen?.mark?.of : undefined}>
      <Field label={label} error={error ?? why} withAsterisk={required}>
        {(ties) => (
          <div className={classes.box}>
            {text === null && chosen?.mark && <Mark choice={chosen} />}
            <input
              ref={input}
              type="text"
              name={name}
              value={shown}
              {...choosing.attributes}
              {...ties}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              onChange={(event) => choosing.type(event.currentTarget.value)}
              onClick={choosing.open}
              onFocus={(event) => event.currentTarget.select()}
              onBlur={choosing.leave}
              onKeyDown={(event) => {
                if (!event.nativeEvent.isComposing && choosing.press(event.key)) event.preventDefault();
              }}
            />
            {shown !== "" && (
              <button
                type="button"
                className={classes.clear}
                aria-label={`Clear ${label}`}
                tabIndex={-1}
                onClick={() => {
                  choosing.choose("");
                  input.current?.focus();
                }}
              />
            )}
          </div>
        )}
      </Field>
      {isOpen && (
        // Keeps the focus in the field when something in the list is pressed.
        // biome-ignore lint/a11y/noStaticElementInteractions: keys work in the box
        <div className={classes.popup} onMouseDown={(event) => event.preventDefault()}>
          {groups.length === 0 ? (
            <p className={classes.nothing} role="status">
              No match
            </p>
          ) : (
            <div className={classes.list} id={id} role="listbox" aria-label={label}>
              {groups.map((group, at) => {
                const before = groups.slice(0, at).reduce((sum, each) => sum + each.offers.length, 0);
                const lines = group.offers.map((offer, place) => (
                  <Line
                    key={offer.choice.name}
                    id={`${id}-${before + place}`}
                    offer={offer}
                    isMarked={before + place === marked}
                    isChosen={offer.choice.name === value}
                    onChoose={() => choosing.choose(offer.choice.name)}
                  />
                ));
                if (group.label === null) return lines;
                return (
                  // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
                  <div key={group.label} role="group" aria-label={group.label} className={classes.group}>
                    <div className={classes.head} aria-hidden="true">
                      {group.label}
                    </div>
                    {lines}
                  </div>
                );
              })}
            </div>
          )}
        </div>
      )}
    </div>
  );
}

function Line({
  id,
  offer: { choice, why, isChoosable },
  isMarked,
  isChosen,
  onChoose,
}: {
  id: string;
  offer: Offer;
  isMarked: boolean;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const isDoubted = isChoosable && why !== null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys work in the box
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      {...(isDoubted && { "aria-labelledby": `${id}-name`, "aria-describedby": `${id}-why` })}
      aria-disabled={!isChoosable || undefined}
      data-marked={isMarked || undefined}
      className={classes.option}
      onClick={isChoosable ? onChoose : undefined}
    >
      <Mark choice={choice} />
      <span id={`${id}-name`}>{why === null || isChoosable ? choice.name : why}</span>
      {isDoubted && <small id={`${id}-why`}>{why}</small>}
    </div>
  );
}
