import { useMemo } from "react";
import type { ChallengeDefinition } from "../../../challenges/define.ts";
import { CHALLENGES } from "../../../challenges/index.ts";
import type { EditInfo } from "../../../contract/completions.ts";
import { textsOfAddress, textsOfRow } from "../../../derive/form.ts";
import type { Choice } from "../../../fields/input-props.ts";
import { api } from "../../../routes.ts";
import { useAnswer } from "../../sign-in/use-answer.ts";
import { CompletionForm } from "./CompletionForm.tsx";
import { loadDraft, newDraft } from "./draft.ts";

interface Props {
  readonly challenge: string;
  /** Path and query of the page. */
  readonly address: string;
  /** All maps, each by its abbreviation, too. */
  readonly maps: readonly Choice[];
}

function definitionOf(challenge: string): ChallengeDefinition {
  const definition = CHALLENGES.get(challenge);
  if (!definition) throw new Error(`There is no challenge "${challenge}".`);
  return definition;
}

/** What the address says is filled in; what was filled in before under the same address comes first. */
export function AddForm({ challenge, address, maps, search }: Props & { readonly search: string }) {
  const definition = definitionOf(challenge);
  const initial = useMemo(
    () =>
      loadDraft(address) ??
      newDraft({
        texts: textsOfAddress(definition, new URLSearchParams(search)),
        og: false,
        verify: true,
        mode: "upload",
        deletions: [],
        revision: null,
      }),
    [address, definition, search],
  );
  return (
    <CompletionForm definition={definition} address={address} initial={initial} maps={maps} edited={null} />
  );
}

export function EditForm({ challenge, address, maps, search }: Props & { readonly search: string }) {
  const definition = definitionOf(challenge);
  const { body: info, problem } = useAnswer<EditInfo>(api.editInfo(challenge) + search);

  if (problem !== null) return <p role="alert">{problem}</p>;
  if (info === null) return null;
  const { result } = info;
  const initial =
    loadDraft(address) ??
    newDraft({
      texts: textsOfRow(definition, result),
      og: result.og === true,
      verify: true,
      // SPEC section 4: starts as a link if the record has one.
      mode: result.link === null ? "upload" : "link",
      deletions: [],
      revision: info.revision,
    });
  if (!info.mayEdit)
    return (
      <p role="alert">You can only edit your own completions, and only until a helper has verified them.</p>
    );
  return (
    <CompletionForm definition={definition} address={address} initial={initial} maps={maps} edited={info} />
  );
}
