import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { ChangesAnswer, ListedChange } from "../../../../domain/contract/history.ts";
import { api, pages, TAKE_PROOF } from "../../../../domain/contract/routes.ts";
import { Button, TextInput } from "../../../../domain/fields/controls.tsx";
import { counted } from "../../../../domain/game/counted.ts";
import { UNDO_DAYS } from "../../../../domain/limits.ts";
import { ACCOUNT, CHANGE_FILTERS, CHANGED_NOUNS } from "../../../../domain/lists/filters.ts";

import { announce, useAnnouncement } from "../../../ui/announce.ts";
import { Moment } from "../../../ui/components/Ago.tsx";
import { Email } from "../../../ui/components/Email.tsx";
import { FieldChanges } from "../../../ui/components/FieldChanges.tsx";
import { FilterForm } from "../../../ui/components/FilterForm.tsx";
import layout from "../../../ui/components/layout.module.css";
import { NothingFound } from "../../../ui/components/layout.tsx";
import { SelectField } from "../../../ui/components/SelectField.tsx";
import { UndoButton } from "../../../ui/components/UndoButton.tsx";
import { pageMeta } from "../../../ui/meta.ts";
import { ActionResult } from "../../../ui/sign-in/ActionResult.tsx";
import { RequireSignIn } from "../../../ui/sign-in/RequireSignIn.tsx";
import type { SignInHandle } from "../../../ui/sign-in/SignInProvider.tsx";
import { useSignIn } from "../../../ui/sign-in/state.ts";
import { useAction } from "../../../ui/sign-in/use-action.ts";
import { type Answer, useAnswer } from "../../../ui/sign-in/use-answer.ts";
import { useApi } from "../../../ui/sign-in/use-api.ts";
import type { Route } from "./+types/route";
import classes from "./changes.module.css";

export const handle: SignInHandle = { signIn: "needed" };

export const meta: Route.MetaFunction = (args) => pageMeta(args, "Changes", { url: pages.changes() });

/** Lists recent changes, deletions included, which helpers can undo; verifiers take back their own verdicts. */
export default function ChangesPage() {
  return (
    <>
      <h1>Changes</h1>
      <RequireSignIn audience="verifier">
        <Narrowed />
      </RequireSignIn>
    </>
  );
}

const changesInWords = (count: number): string => (count === 1 ? "1 change" : `${counted(count)} changes`);

type FiltersSet = Readonly<Record<string, string>>;

function Narrowed() {
  const { user } = useSignIn();
  const [search] = useSearchParams();
  const filters: FiltersSet = Object.fromEntries(
    CHANGE_FILTERS.flatMap((name) => {
      const value = search.get(name) ?? "";
      return value === "" ? [] : [[name, value]];
    }),
  );
  const address = api.changes(filters);
  const newest = useAnswer<ChangesAnswer>(address);
  useAnnouncement(
    newest.body && [changesInWords(newest.body.results.length), ...Object.values(filters)].join(", "),
  );
  return (
    <>
      <Filters filters={filters} hasAccounts={user?.isAdministrator ?? false} />
      <Changes key={address} filters={filters} newest={newest} />
    </>
  );
}

/** What was done, as the log calls it. */
const ACTIONS = [
  "add",
  "edit",
  "verify",
  "confirm",
  TAKE_PROOF,
  "reject",
  "delete",
  "resubmit",
  "undo",
  "import",
  "join",
  "ban",
  "question",
  "decide",
];

function Filters({ filters, hasAccounts }: { filters: FiltersSet; hasAccounts: boolean }) {
  const { who = "", action = "", noun = "", id, from, until } = filters;
  const nouns = [...CHANGED_NOUNS].filter(([each]) => hasAccounts || each !== ACCOUNT);
  return (
    <FilterForm
      label="Filter the changes"
      parameters={filters}
      addressOf={pages.changes}
      lead={<TextInput name="who" label="Who" placeholder="A name, or helper" defaultValue={who} />}
    >
      <SelectField
        name="action"
        label="Action"
        none="All"
        value={action}
        options={ACTIONS.map((value) => ({ value, label: value }))}
      />
      <SelectField
        name="noun"
        label="What"
        none="All"
        value={noun}
        options={nouns.map(([value, label]) => ({ value, label }))}
      />
      <TextInput name="from" label="From (UTC)" type="date" defaultValue={from} />
      <TextInput name="until" label="Until (UTC)" type="date" defaultValue={until} />
      {id !== undefined && <input type="hidden" name="id" value={id} />}
    </FilterForm>
  );
}

function Changes({ filters, newest }: { filters: FiltersSet; newest: Answer<ChangesAnswer> }) {
  const { get } = useApi();
  const { user } = useSignIn();
  const [older, setOlder] = useState<ChangesAnswer | null>(null);
  const more = useAction();
  if (newest.problem !== null) return <p role="alert">{newest.problem}</p>;
  if (!newest.body) return null;
  const listed = [...newest.body.results, ...(older?.results ?? [])];
  const { next, nextAccount } = older ?? newest.body;
  if (listed.length === 0 && Object.keys(filters).length > 0)
    return <NothingFound>No changes match these filters.</NothingFound>;
  if (listed.length === 0)
    return (
      <NothingFound>
        No changes yet. What people submit, verify or edit is listed here and can be undone.
      </NothingFound>
    );

  const showOlder = async (): Promise<null> => {
    const page = await get<ChangesAnswer>(
      api.changes({ ...filters, before: next, beforeAccount: nextAccount }),
    );
    setOlder({ ...page, results: [...(older?.results ?? []), ...page.results] });
    announce(changesInWords(listed.length + page.results.length));
    return null;
  };
  const startAnew = async (): Promise<void> => {
    await newest.reload();
    setOlder(null);
  };
  return (
    <>
      {user?.isHelper ? (
        <p>
          Every change can be undone for {UNDO_DAYS} days, deletions included. “Undo” reverses that change
          alone, if nobody has changed the same fields since. “Restore to before this” reverses it and
          everything after it.
        </p>
      ) : (
        <p>You can undo your own verdicts for {UNDO_DAYS} days.</p>
      )}
      <ol className={layout.list}>
        {listed.map((change) => (
          // Accounts have a log of their own.
          <Entry key={`${change.noun} ${change.seq}`} change={change} onUndone={startAnew} />
        ))}
      </ol>
      <ActionResult action={more} />
      {next !== null && (
        <Button isBusy={more.isRunning} onClick={() => void more.run(showOlder)}>
          Older changes
        </Button>
      )}
    </>
  );
}

function Entry({ change, onUndone }: { change: ListedChange; onUndone: () => Promise<void> }) {
  const { seq, at, action: what, title, page, changes, reason, undo, act } = change;
  if (act !== null) return <Together change={change} act={act} onUndone={onUndone} />;
  return (
    <li className={classes.entry}>
      <div>
        <p>
          <Moment at={at} /> · <Who change={change} /> · <strong>{what}</strong> ·{" "}
          {page !== null ? <Link to={page}>{title}</Link> : undo === "request" ? `${title} (deleted)` : title}
        </p>
        {changes.length > 0 ? (
          <details>
            <summary>
              {changes.length === 1 ? "1 field" : `${changes.length} fields`}
              {reason && `: ${reason}`}
            </summary>
            <FieldChanges changes={changes} />
          </details>
        ) : (
          reason && <p>{reason}</p>
        )}
      </div>
      {undo === "request" && <UndoButton seq={seq} onUndone={onUndone} />}
    </li>
  );
}

/** Who did it; administrators see whose account that is. */
function Who({ change: { who, account } }: { change: ListedChange }) {
  return (
    <>
      <bdi>{who}</bdi>
      {account !== null && (
        <>
          {" "}
          <span className={classes.account}>
            (<Email address={account} />)
          </span>
        </>
      )}
    </>
  );
}

interface TogetherProps {
  readonly change: ListedChange;
  readonly act: NonNullable<ListedChange["act"]>;
  readonly onUndone: () => Promise<void>;
}

/** What one request changed together: one line, which opens. */
function Together({ change, act, onUndone }: TogetherProps) {
  const { seq, at, title, undo } = change;
  const { get } = useApi();
  const [all, setAll] = useState<readonly ListedChange[] | null>(null);
  const opening = useAction();
  const open = async (): Promise<null> => {
    setAll((await get<ChangesAnswer>(api.changes({ act: act.id }))).results);
    return null;
  };
  const undone = async (): Promise<void> => {
    await onUndone();
    if (all !== null) await open();
  };
  return (
    <li className={classes.entry}>
      <div>
        <p>
          <Moment at={at} /> · <Who change={change} /> · <strong>{act.actions.join(", ")}</strong> · {title}{" "}
          and {act.size - 1} more
        </p>
        <details
          onToggle={({ currentTarget }) => currentTarget.open && all === null && void opening.run(open)}
        >
          <summary>{act.size} changes</summary>
          <ActionResult action={opening} />
          <ol className={layout.list}>
            {all?.map((each) => (
              <Entry key={each.seq} change={each} onUndone={undone} />
            ))}
          </ol>
        </details>
      </div>
      {undo === "request" && <UndoButton seq={seq} act={act} onUndone={undone} />}
    </li>
  );
}
