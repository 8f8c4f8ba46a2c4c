import type { MouseEvent } from "react";
import type { CannedReasonsAnswer, ReasonKind } from "../../../domain/contract/review.ts";
import { api } from "../../../domain/contract/routes.ts";
import controls from "../../../domain/fields/controls.module.css";
import { Button } from "../../../domain/fields/controls.tsx";
import { useAnswer } from "../sign-in/use-answer.ts";
import { startersFor } from "./starter-reasons.ts";

interface Props {
  /** The challenge's key. */
  readonly challenge: string;
  readonly kind: ReasonKind;
  /** The field of the form around this that takes the text. */
  readonly field: string;
}

/** What helpers say often: a press adds it to what is being written. */
export function CannedReasons({ challenge, kind, field }: Props) {
  const { body } = useAnswer<CannedReasonsAnswer>(api.cannedReasons({ challenge, kind }));
  if (!body) return null;
  const offered = [...body.results, ...startersFor(challenge, kind, body.results)];
  const add = ({ currentTarget }: MouseEvent<HTMLButtonElement>, text: string): void => {
    const area = currentTarget.form?.elements.namedItem(field);
    if (!(area instanceof HTMLTextAreaElement)) return;
    const { length } = area.value;
    area.setRangeText(length === 0 ? text : `\n${text}`, length, length, "end");
    // Listeners of the field get the same event as for typing.
    area.dispatchEvent(new Event("input", { bubbles: true }));
    area.focus({ preventScroll: true });
  };
  return (
    <fieldset className={controls.row}>
      <legend>Canned reasons</legend>
      {offered.map(({ title, text }, at) => (
        // Two of a helper's own may have one title.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Button key={at} isSmall onClick={(event) => add(event, text)}>
          {title}
        </Button>
      ))}
    </fieldset>
  );
}
