import { useId } from "react";
import { Link } from "react-router";
import type { KeptCopiesAnswer } from "../../../domain/contract/kept-copies.ts";
import { api, KEEP_COPY, pages } from "../../../domain/contract/routes.ts";
import { Checkbox } from "../../../domain/fields/controls.tsx";
import { dayInWords } from "../../../domain/game/day-in-words.ts";
import { copySource } from "../../../domain/media/copies.ts";

import layout from "../components/layout.module.css";
import { useSignIn } from "../sign-in/state.ts";
import { useAnswer } from "../sign-in/use-answer.ts";

/** Asks whether the pictures behind a form's links are copied; nothing where none of them can be. */
export function KeepCopyBox({ links }: { links: readonly string[] }) {
  const { user } = useSignIn();
  const id = useId();
  const sources = links.flatMap((link) => copySource(link) ?? []);
  const isAsked = user !== null && sources.length > 0;
  const { body } = useAnswer<KeptCopiesAnswer>(isAsked ? api.keptCopies({ count: 0 }) : null);
  if (!isAsked || !body?.isPossible) return null;
  const [ending] = sources.flatMap(({ endsOn }) => endsOn ?? []).sort();
  return (
    <div>
      {/* Without the tick this is what the form says. */}
      <input type="hidden" name={KEEP_COPY} value="0" />
      <Checkbox
        name={KEEP_COPY}
        value="1"
        label="Keep a copy, should the link end"
        defaultChecked={body.isOn}
        aria-describedby={id}
      />
      <p id={id} className={layout.note}>
        {ending !== undefined && <b>This link ends on {dayInWords(ending)}. </b>}
        The index copies the picture once and shows it only when the link is gone. You can remove the copy
        under <Link to={pages.account()}>your account</Link> at any time. Videos are not copied.
      </p>
    </div>
  );
}
