import { use, useState } from "react";
import { CHALLENGES } from "../../../../../domain/challenges/index.ts";
import type { EditInfo } from "../../../../../domain/contract/completions.ts";
import { api } from "../../../../../domain/contract/routes.ts";
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
import type { CompletionFormProps } from "./use-completion-form.ts";

interface Props extends Omit<CompletionFormProps, "initial" | "edited"> {
  /** The query of the page. */
  readonly search: string;
}

/** The form to add or to edit a completion, once it is known which towers and heroes there are. */
export function Form({
  challenge,
  isEdit,
  catalogueAddress,
  ...form
}: Omit<Props, "definition" | "catalogue"> & {
  readonly challenge: string;
  readonly isEdit: boolean;
  /** Where the towers and heroes are. */
  readonly catalogueAddress: string;
}) {
  const catalogue = use(loadCatalogue(catalogueAddress));
  const definition = CHALLENGES.get(challenge);
  if (!definition) throw new Error(`There is no challenge "${challenge}".`);
  const Shown = isEdit ? EditForm : AddForm;
  return <Shown definition={definition} catalogue={catalogue} {...form} />;
}

/**
 * The form to add a completion. It starts with the draft stored under the same address, or else with what the address
 * fills in and, where that says nothing, the player of the last time and today.
 */
function AddForm({ search, ...form }: Props) {
  const { definition, address } = form;
  const { user } = useSignIn();
  // Read once: whatever becomes of the session, the form keeps what it started with.
  const [initial] = useState(() => {
    const typed = typedFrom(textsOfAddress(definition, new URLSearchParams(search)));
    const suggested = { person: rememberedPlayer(user), date: today() };
    return loadDraft(address) ?? newDraft(withSuggested(definition, typed, suggested));
  });
  return <CompletionForm {...form} initial={initial} edited={null} />;
}

/** The form to edit a completion. It starts with the draft stored under the same address, or else with what is saved. */
function EditForm({ search, ...form }: Props) {
  const { definition, address } = form;
  const given = new URLSearchParams(search);
  const proposed = linkOfAddress(given);
  given.delete(PROPOSED_LINK);
  const { body: info, problem: failure } = useAnswer<EditInfo>(`${api.editInfo(definition.key)}?${given}`);

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
      // An edit of words is no look at the proof.
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
      <CompletionForm {...form} initial={initial} edited={info} />
    </>
  );
}
