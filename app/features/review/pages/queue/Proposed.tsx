import { useRevalidator } from "react-router";
import type { ProofDecidedAnswer, WaitingProposal } from "../../../../../domain/contract/proof-proposals.ts";
import { api } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { Button } from "../../../../../domain/fields/controls.tsx";
import { ProofFrame } from "../../../../ui/completions/ProofFrame.tsx";
import type { Proof } from "../../../../ui/completions/proof.server.ts";
import { Ago } from "../../../../ui/components/Ago.tsx";
import layout from "../../../../ui/components/layout.module.css";
import { ByAccount } from "../../../../ui/components/OpenCases.tsx";
import { tellOwnWrites } from "../../../../ui/own-writes.ts";
import { usePrivateFile } from "../../../../ui/proof-proposals/use-private-file.ts";
import { useApi } from "../../../../ui/sign-in/use-api.ts";
import { NamedLink } from "./ItemFacts.tsx";
import type { DeskActs } from "./Keys.tsx";
import type { Item } from "./load.server.ts";
import classes from "./Proposed.module.css";
import type { DeskState } from "./use-desk.ts";
import { Key, Reason, type VerdictsState } from "./Verdicts.tsx";

/** The proof that is proposed for what is open, and how it is decided on; null: there is none. */
export function useProposal(state: DeskState, verdicts: VerdictsState) {
  const { item, proposal, proposals, open, openNext } = state;
  const { post } = useApi();
  const { revalidate } = useRevalidator();
  if (!item || !proposal) return null;
  const { filekey, heading } = item;

  /** Decides on it and shows the next one, or what is free; if it is refused, shows what is so now. */
  const decide = (reason: string | null): void =>
    verdicts.act(async () => {
      const others = proposals.body?.results.filter((each) => each !== proposal) ?? [];
      const outcome = reason === null ? { outcome: "taken" } : { outcome: "declined", reason };
      const fields = { proposal: proposal.proposal, revision: String(item.revision), ...outcome };
      try {
        const { change } = await post<ProofDecidedAnswer>(api.decideProof(), fields);
        if (reason === null) tellOwnWrites([filekey]);
        const next = others.find((each) => each.filekey === filekey) ?? others[0];
        const said = reason === null ? "Proof taken over" : "Proof declined";
        await verdicts.goOn({ text: `${said}: ${heading}.`, change }, () =>
          next === undefined ? openNext() : next.filekey === filekey ? revalidate() : open(next.filekey),
        );
      } catch (error) {
        // It has changed, or somebody else was first.
        await revalidate();
        throw error;
      } finally {
        await proposals.reload();
      }
    });
  const acts: DeskActs = { v: () => decide(null), r: () => verdicts.write("decline") };
  return { proposal, decide, acts };
}

type ProposedState = NonNullable<ReturnType<typeof useProposal>>;

interface Props {
  readonly item: Item;
  readonly proposed: ProposedState;
  readonly verdicts: VerdictsState;
}

/** Returns what is proposed as proofs are shown; null while its file is on its way. */
function useProof({ proposal, shows, linked, file }: WaitingProposal): Proof | null {
  const { url, isMissing } = usePrivateFile(file && api.proposedFile({ proposal }));
  if (linked !== null) return linked;
  if (!file || (url === null && !isMissing)) return null;
  const kind = file.contentType.startsWith("video") ? "video" : "picture";
  return { kind, name: shows, url: url ?? "", isMissing };
}

/** The proof that a completion has and the one that is proposed, beside each other. */
export function Proposed({ item, proposed, verdicts }: Props) {
  const { proposal, decide } = proposed;
  const { isProof, confirmed, elsewhere, by, account, at } = proposal;
  const proof = useProof(proposal);
  const { isRunning: isBusy } = verdicts;
  const isDeclining = verdicts.writes.decline;
  return (
    <div className={layout.stack}>
      <div className={classes.pair}>
        <section aria-labelledby="proof-now">
          <h3 id="proof-now">Now</h3>
          <ProofFrame proofs={item.proofs} title={item.heading} isInspected />
        </section>
        <section aria-labelledby="proof-proposed">
          <h3 id="proof-proposed">{isProof ? "Proposed instead" : "Proposed in addition"}</h3>
          {proof ? (
            <ProofFrame proofs={[proof]} title={item.heading} isInspected />
          ) : (
            <p role="status">Loading …</p>
          )}
        </section>
      </div>
      <p className={layout.note}>
        Proposed <Ago at={at} />
        <ByAccount by={by} account={account} />. It stays verified, whatever you decide.
        {confirmed &&
          " Another helper has looked at it a second time, with the current proof. That stays, and its page says that it was at the earlier proof."}
      </p>
      {elsewhere.length > 0 && (
        <p className={classes.elsewhere}>
          The same is the proof of{" "}
          {elsewhere.map((named, place) => (
            <span key={named.filekey}>
              {place > 0 && ", "}
              <NamedLink of={named} />
            </span>
          ))}
          .
        </p>
      )}
      <div className={controls.row}>
        <Button look="main" isBusy={isBusy} onClick={() => decide(null)}>
          Take over <Key name="V" />
        </Button>
        <Button aria-expanded={isDeclining} onClick={() => verdicts.toggle("decline")}>
          Decline … <Key name="R" />
        </Button>
      </div>
      {isDeclining && (
        <Reason
          label="Why? The player reads this."
          act="Decline"
          className={layout.form}
          verdicts={verdicts}
          challenge={item.challenge}
          onReason={decide}
        />
      )}
    </div>
  );
}
