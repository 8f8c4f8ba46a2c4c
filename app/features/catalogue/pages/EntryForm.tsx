import { useState } from "react";
import type { EditableEntry } from "../../../../domain/contract/catalogue.ts";
import { api } from "../../../../domain/contract/routes.ts";
import { Button } from "../../../../domain/fields/controls.tsx";
import { LongText } from "../../../../domain/fields/text/LongText.tsx";
import { proposedMark } from "../../../../domain/game/catalogue-rows.ts";
import { hardPrice } from "../../../../domain/game/facts.ts";
import { oneLine } from "../../../../domain/game/typed-text.ts";
import { type NounFields, textsOf, type ValuesOf } from "../../../../domain/nouns/define.ts";
import { HERO_FIELDS, TOWER_FIELDS } from "../../../../domain/nouns/fields.ts";
import { NounForm, NounInputs, useNounForm } from "../../../ui/components/NounForm.tsx";
import { ActionResult } from "../../../ui/sign-in/ActionResult.tsx";
import { useAction } from "../../../ui/sign-in/use-action.ts";
import { ApiError, useApi } from "../../../ui/sign-in/use-api.ts";
import { type Exclusion, Exclusions } from "./Exclusions.tsx";
import { differences, latestPrices, namesAsText, pricesAsText, readNames, readPrices } from "./pasted.ts";
import { ReadUpgrades } from "./ReadUpgrades.tsx";

type Kind = EditableEntry["kind"];

/** Characters of the longest columns: eleven names of 60, and fifteen prices with their tiers. */
const LONGEST_NAMES = 1_000;
const LONGEST_PRICES = 500;

/** The fields of each kind: those that a new one needs, and those that often stay empty. */
const FIELDS = {
  tower: (({ name, category, cost, version, date, ...others }) => ({
    first: { name, category, cost, version, date },
    others,
  }))(TOWER_FIELDS),
  hero: (({ name, fullName, cost, version, date, ...others }) => ({
    first: { name, fullName, cost, version, date },
    others,
  }))(HERO_FIELDS),
};

const ADDRESSES = {
  tower: { save: api.saveTower(), delete: api.deleteTower() },
  hero: { save: api.saveHero(), delete: api.deleteHero() },
};

/** Returns what is recorded of the fields: no cost on hard difficulty where the game's rule gives it. */
function recordedIn(fields: NounFields, entry: EditableEntry): ValuesOf<NounFields> {
  const { cost, hardCost } = entry;
  const isByRule = cost !== null && hardCost === hardPrice(cost);
  const values: Readonly<Record<string, unknown>> = { ...entry, hardCost: isByRule ? null : hardCost };
  return Object.fromEntries(Object.keys(fields).map((name) => [name, values[name]])) as ValuesOf<NounFields>;
}

const asJson = (list: readonly Exclusion[]): string =>
  JSON.stringify(
    list.map(({ challenge, from, until }) => ({ challenge, from: from || null, until: until || null })),
  );

interface Props {
  readonly kind: Kind;
  /** What is to be changed; null for something new. */
  readonly entry: EditableEntry | null;
  /** All towers and heroes. */
  readonly results: readonly EditableEntry[];
  /** Called with the names that it has, or had, and what was done. */
  readonly onDone: (names: readonly string[], words: string) => Promise<void>;
}

/** Adds a tower or hero, or changes or deletes one. */
export function EntryForm({ kind, entry, results, onDone }: Props) {
  const { post } = useApi();
  const known = { names: entry?.names ?? {}, prices: latestPrices(entry?.prices ?? []) };
  const [names, setNames] = useState(namesAsText(known.names));
  const [prices, setPrices] = useState(pricesAsText(known.prices));
  const [excluded, setExcluded] = useState<readonly Exclusion[]>(entry?.excluded ?? []);
  const read = { names: readNames(names), prices: readPrices(prices) };

  const fields: NounFields = { ...FIELDS[kind].first, ...FIELDS[kind].others };
  const recorded = entry && recordedIn(fields, entry);
  const before = textsOf(fields, recorded);

  /** Returns what the form changes; of something new all that it says. */
  function changedBy(form: FormData): Record<string, string> {
    const texts = Object.keys(fields).map((name) => [name, String(form.get(name) ?? "").trim()] as const);
    const lists = {
      upgrades: JSON.stringify(differences(known.names, read.names.values, "")),
      prices: JSON.stringify(differences<number | "">(known.prices, read.prices.values, "")),
      excluded: asJson(excluded),
    };
    const nothing = { upgrades: "{}", prices: "{}", excluded: asJson(entry?.excluded ?? []) };
    return Object.fromEntries([
      ...texts.filter(([name, text]) => text !== before[name]),
      ...(kind === "tower" ? Object.entries(differences(nothing, lists, "")) : []),
      ...(kind === "hero"
        ? Object.entries(differences({ excluded: nothing.excluded }, { excluded: lists.excluded }, ""))
        : []),
    ]);
  }

  const state = useNounForm({
    fields,
    recorded,
    failed: entry ? `Error saving ${entry.name}` : `Error adding ${kind}`,
    async send(form) {
      const problems = { upgrades: read.names.problems, prices: read.prices.problems };
      const wrong = Object.entries(problems).filter(([, of]) => of.length > 0);
      if (wrong.length > 0)
        throw new ApiError(
          "Please check the fields marked above.",
          Object.fromEntries(wrong.map(([name, of]) => [name, of.join(" ")])),
        );
      const changed = changedBy(form);
      if (entry && Object.keys(changed).length === 0) return "Nothing has changed.";
      const basis = entry && { former: entry.name, revision: String(entry.revision) };
      await post(ADDRESSES[kind].save, { ...basis, ...changed });
      const name = oneLine(String(form.get("name")));
      await onDone([name], `Saved ${name}.`);
      return null;
    },
  });
  const { checked, texts } = state;
  const mark = proposedMark(
    texts.name ?? "",
    results.map((each) => each.mark),
  );
  const withMark = texts.name?.trim()
    ? { ...FIELDS[kind].others.mark, placeholder: mark }
    : FIELDS[kind].others.mark;

  return (
    <>
      <NounForm state={{ ...state, fields: FIELDS[kind].first }} submit={entry ? "Save" : `Add ${kind}`}>
        {kind === "tower" && (
          <>
            <LongText
              name="upgrades"
              label="Names, one a line"
              description="The base tower, then tiers 3 to 5 of the top path, of the middle path and of the bottom path: ten lines. An eleventh is the paragon."
              rows={Math.max(10, names.split("\n").length)}
              maxLength={LONGEST_NAMES}
              value={names}
              onChange={setNames}
              error={checked.problems.upgrades}
            />
            <LongText
              name="prices"
              label="Prices on medium, one a line"
              description="The upgrades 300, 400, 500, 030, 040, 050, 003, 004 and 005 in this order: nine lines. A tenth is the paragon. Leave a line empty, or write ?, if you do not know the price. Write other tiers as “100: 250”."
              rows={Math.max(9, prices.split("\n").length)}
              maxLength={LONGEST_PRICES}
              value={prices}
              onChange={setPrices}
              error={checked.problems.prices}
            />
            <ReadUpgrades
              known={known}
              read={read}
              isMarked={"upgrades" in checked.problems || "prices" in checked.problems}
            />
          </>
        )}
        <NounInputs state={{ ...state, fields: { ...FIELDS[kind].others, mark: withMark } }} />
        <Exclusions
          list={excluded}
          onChange={(list) => {
            checked.touched("excluded");
            setExcluded(list);
          }}
          error={checked.problems.excluded}
        />
      </NounForm>
      {entry && <Delete entry={entry} onDone={onDone} />}
    </>
  );
}

function Delete({ entry: { kind, name }, onDone }: { entry: EditableEntry } & Pick<Props, "onDone">) {
  const { post } = useApi();
  const action = useAction();
  return (
    <>
      <h2>Delete</h2>
      <p>Completions with {name} stay, and keep the names that they have. You can undo it.</p>
      <Button
        isBusy={action.isRunning}
        onClick={() =>
          void action.run(async () => {
            await post(ADDRESSES[kind].delete, { name });
            await onDone([name], `Deleted ${name}.`);
            return null;
          })
        }
      >
        Delete {name}
      </Button>
      <ActionResult action={action} />
    </>
  );
}
