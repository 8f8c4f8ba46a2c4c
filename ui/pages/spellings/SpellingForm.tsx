import type { AddedSpelling, ListedSpelling } from "../../../contract/spellings.ts";
import type { Choice } from "../../../fields/input-props.ts";
import { listed } from "../../../game/listed.ts";
import { SPELLING_FIELDS } from "../../../nouns/spelling.ts";
import { api } from "../../../routes.ts";
import { NounForm, useNounForm } from "../../components/NounForm.tsx";
import { useApi } from "../../sign-in/use-api.ts";

/** Says what an addition did. A spelling of several things is no mistake, but whoever adds it should know. */
const outcome = ({ spelling, name, also }: AddedSpelling): string =>
  `A search for "${spelling}" now finds ${name}${
    also.length === 0
      ? "."
      : `, and still ${listed(also.map((each) => each.name))}: it stands for all of them.`
  }`;

interface Props {
  /** Everything that a spelling can stand for. */
  readonly choices: readonly Choice[];
  readonly onAdded: (spelling: ListedSpelling) => void;
}

export function SpellingForm({ choices, onAdded }: Props) {
  const { post } = useApi();
  const state = useNounForm({
    fields: SPELLING_FIELDS,
    // One thing often has several spellings.
    keeps: ["name"],
    failed: "Error adding spelling",
    async send(form) {
      const added = await post<AddedSpelling>(api.addSpelling(), form);
      onAdded(added);
      return outcome(added);
    },
  });
  return <NounForm state={state} choices={{ name: choices }} submit="Add spelling" />;
}
