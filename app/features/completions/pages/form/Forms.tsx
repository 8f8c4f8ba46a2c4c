import { use, useMemo, useState } from "react";
import type { ChallengeDefinition } from "../../../../../domain/challenges/define.ts";
import { CHALLENGES } from "../../../../../domain/challenges/index.ts";
import type { CheckedMap } from "../../../../../domain/checks/check.ts";
import type { EditInfo } from "../../../../../domain/contract/completions.ts";
import { api } from "../../../../../domain/contract/routes.ts";
import type { Choice } from "../../../../../domain/fields/props.ts";
import { linkName } from "../../../../../domain/media/proof-slots.ts";
import { problem, say } from "../../../../../domain/messages/index.ts";
import {
  linkOfAddress,
  PROPOSED_LINK,
  textsOfAddress,
  textsOfRow,
} from "../../../../../domain/submissions/form.ts";
import { loadCatalogue } from "../../../../ui/catalogue.ts";
import layout from "../../../../ui/components/layout.module.css";
import { loadDraft, newDraft, typedFrom } from "../../../../ui/forms/draft.ts";
import { useSignIn } from "../../../../ui/sign-in/state.ts";
import { useAnswer } from "../../../../ui/sign-in/use-answer.ts";
import { CompletionForm } from "./CompletionForm.tsx";
import { rememberedPlayer, today, withSuggested } from "./suggested.ts";

interface Props {
  readonly challenge: string;
  /** Path and query of the page. */
  readonly address: string;
  /** All maps, each with its abbreviation as a spelling. */
  readonly maps: readonly Choice[];
  /** What the checks compare a completion with. */
  readonly mapFacts: readonly CheckedMap[];
  /** Whether the game's server is asked about challenge codes. */
  readonly asksCodes: boolean;
  /** Where the towers and heroes are. */
  readonly catalogueAddress: string;
}

function definitionOf(challenge: string): ChallengeDefinition {
  const definition = CHALLENGES.get(challenge);
  if (!definition) throw new Error(`There is no challenge "${challenge}".`);
  return definition;
}

/**
 * The form to add a completion. It starts with the draft stored under the same address, or else with what the address
 * fills in and, where that says nothing, the player of the last time and today.
 */
export function AddForm({
  challenge,
  address,
  search,
  catalogueAddress,
  ...others
}: Props & { readonly search: string }) {
  const catalogue = use(loadCatalogue(catalogueAddress));
  const definition = definitionOf(challenge);
  const { user } = useSignIn();
  // Read once: whatever becomes of the session, the form keeps what it started with.
  const [player] = useState(() => rememberedPlayer(user));
  const initial = useMemo(
    () =>
      loadDraft(address) ??
      newDraft(
        withSuggested(definition, typedFrom(textsOfAddress(definition, new URLSearchParams(search))), {
          person: player,
          date: today(),
        }),
      ),
    [address, definition, search, player],
  );
  return (
    <CompletionForm
      definition={definition}
      address={address}
      initial={initial}
      catalogue={catalogue}
      edited={null}
      {...others}
    />
  );
}

/** The form to edit a completion. It starts with the draft stored under the same address, or else with what is saved. */
export function EditForm({
  challenge,
  address,
  search,
  catalogueAddress,
  ...others
}: Props & { readonly search: string }) {
  const catalogue = use(loadCatalogue(catalogueAddress));
  const definition = definitionOf(challenge);
  const given = new URLSearchParams(search);
  const proposed = linkOfAddress(given);
  given.delete(PROPOSED_LINK);
  const { body: info, problem: failure } = useAnswer<EditInfo>(`${api.editInfo(challenge)}?${given}`);

  if (failure !== null) return <p role="alert">{failure}</p>;
  if (info === null) return null;
  const { result } = info;
  const saved = String(result.link ?? "");
  const initial =
    loadDraft(address) ??
    newDraft({
      ...typedFrom({
        ...textsOfRow(definition, result),
        ...Object.fromEntries(info.links.map(({ role, url }) => [linkName(definition, role), url])),
        ...(proposed !== null && { link: proposed }),
      }),
      og: result.og === true,
      // Whoever mends a word has not looked at the proof.
      verify: false,
      // SPEC section 4: starts as a link if the completion has one.
      mode: saved === "" && proposed === null ? "upload" : "link",
      revision: info.revision,
    });
  if (!info.mayEdit) return <p role="alert">{say(problem("only-own-completions", { act: "edit" }))}</p>;
  return (
    <>
      {proposed !== null && (
        <p className={layout.note}>
          The link to the proof below is proposed, not saved yet. Saved now:{" "}
          {saved === "" ? (
            "an uploaded file"
          ) : (
            <a href={saved} rel="noreferrer nofollow ugc">
              {saved}
            </a>
          )}
        </p>
      )}
      <CompletionForm
        definition={definition}
        address={address}
        initial={initial}
        catalogue={catalogue}
        edited={info}
        {...others}
      />
    </>
  );
}
