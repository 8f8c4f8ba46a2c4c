import { type ReactNode, useEffect } from "react";
import { Link, useFetcher } from "react-router";
import { pages } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { Button } from "../../../../../domain/fields/controls.tsx";
import { Notes } from "../../../../ui/completions/Notes.tsx";
import { ProofFrame } from "../../../../ui/completions/ProofFrame.tsx";
import layout from "../../../../ui/components/layout.module.css";
import classes from "./ItemFacts.module.css";
import type { Item, loadQueuePage } from "./load.server.ts";
import { Said, type VerdictsState } from "./Verdicts.tsx";

interface Props {
  readonly item: Item;
  /** The filekey of the other one. */
  readonly rival: string;
  readonly verdicts: VerdictsState;
}

/** Shows two submissions of the same beside each other, with their proof; what differs is marked. */
export function SideBySide({ item, rival, verdicts }: Props) {
  const { load, data } = useFetcher<typeof loadQueuePage>();
  useEffect(() => void load(pages.queue({ filekey: rival })), [load, rival]);
  if (!data) return <p role="status">Loading …</p>;
  const other = data.item;
  if (!other) return <p>It is not there any more.</p>;
  return (
    // A link to a proof shows it here: it does not lead away, which would close the dialog.
    // biome-ignore lint/a11y: see above
    <div className={classes.beside} onClick={(event) => event.stopPropagation()}>
      <One item={item} other={other}>
        <Button look="main" isBusy={verdicts.isRunning} onClick={() => verdicts.verify("Verify")}>
          Verify
        </Button>
        <Button
          onClick={({ currentTarget }) => {
            currentTarget.closest("dialog")?.close();
            verdicts.write("reason");
          }}
        >
          Reject …
        </Button>
      </One>
      <One item={other} other={item}>
        <Link to={pages.queue({ filekey: rival })} className={controls.button}>
          Open it
        </Link>
      </One>
      <Said verdicts={verdicts} />
    </div>
  );
}

const factsOf = ({ players, facts, codes }: Item): ReadonlyMap<string, string> =>
  new Map([
    ["Player", players],
    ...facts.map(({ label, text }) => [label, text] as const),
    ["Challenge code", codes.join(", ") || "–"],
  ]);

function One({ item, other, children }: { item: Item; other: Item; children: ReactNode }) {
  const theirs = factsOf(other);
  const { notes, notesHtml } = item;
  return (
    <section aria-label={`By ${item.players}`}>
      {item.proofs.length > 0 && <ProofFrame proofs={item.proofs} title={item.heading} isInspected />}
      <dl className={`${layout.facts} ${classes.known}`}>
        {Array.from(factsOf(item), ([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{theirs.get(label) === text ? text : <mark>{text}</mark>}</dd>
          </div>
        ))}
        <div>
          <dt>Notes</dt>
          <dd>{notes === "" ? "–" : <Notes text={notes} html={notesHtml} />}</dd>
        </div>
      </dl>
      <div className={controls.row}>{children}</div>
    </section>
  );
}
