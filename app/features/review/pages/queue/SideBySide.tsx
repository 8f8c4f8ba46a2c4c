import { useEffect } from "react";
import { useFetcher } from "react-router";
import { pages } from "../../../../../domain/contract/routes.ts";
import { ProofFrame } from "../../../../ui/completions/ProofFrame.tsx";
import layout from "../../../../ui/components/layout.module.css";
import classes from "./ItemFacts.module.css";
import type { Item, loadQueuePage } from "./load.server.ts";

/** Shows two submissions of the same beside each other, with their proof; what differs is bold. */
export function SideBySide({ item, rival }: { item: Item; rival: string }) {
  const { load, data } = useFetcher<typeof loadQueuePage>();
  useEffect(() => void load(pages.queue({ filekey: rival })), [load, rival]);
  if (!data) return <p role="status">Loading …</p>;
  const other = data.item;
  if (!other) return <p>It is not there any more.</p>;
  return (
    // A link to a proof shows it here: it does not lead away, which would close the dialog.
    // biome-ignore lint/a11y: see above
    <div className={classes.beside} onClick={(event) => event.stopPropagation()}>
      <One item={item} other={other} />
      <One item={other} other={item} />
    </div>
  );
}

const factsOf = ({ players, facts, codes, notes }: Item): ReadonlyMap<string, string> =>
  new Map([
    ["Player", players],
    ...facts.map(({ label, text }) => [label, text] as const),
    ["Challenge code", codes.join(", ") || "–"],
    ["Notes", notes || "–"],
  ]);

function One({ item, other }: { item: Item; other: Item }) {
  const theirs = factsOf(other);
  return (
    <section aria-label={`By ${item.players}`}>
      {item.proofs.length > 0 && <ProofFrame proofs={item.proofs} title={item.heading} isInspected />}
      <dl className={`${layout.facts} ${classes.known}`}>
        {Array.from(factsOf(item), ([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{theirs.get(label) === text ? text : <b>{text}</b>}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
