import { type ReactNode, useState } from "react";
import type {
  AccountLinkAnswer,
  AccountLogAnswer,
  ListedAccount,
} from "../../../../../domain/contract/accounts.ts";
import { ERASE_WORD } from "../../../../../domain/contract/privacy.ts";
import { api } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { Button, Checkbox } from "../../../../../domain/fields/controls.tsx";
import { dayInWords } from "../../../../../domain/game/day-in-words.ts";
import { Moment } from "../../../../ui/components/Ago.tsx";
import { CopyButton } from "../../../../ui/components/CopyButton.tsx";
import { Email } from "../../../../ui/components/Email.tsx";
import layout from "../../../../ui/components/layout.module.css";
import { ActionResult } from "../../../../ui/sign-in/ActionResult.tsx";
import { useSignIn } from "../../../../ui/sign-in/state.ts";
import { useAction } from "../../../../ui/sign-in/use-action.ts";
import { useApi } from "../../../../ui/sign-in/use-api.ts";
import classes from "../account/account.module.css";

/** "an Index Helper" */
const aRole = (role: string): string => `${/^[aeiou]/i.test(role) ? "an" : "a"} ${role}`;

/** Formats the details of a log entry: "before: none, after: Index Helper". */
function inWords(details: Readonly<Record<string, unknown>>): string {
  const text = (value: unknown): string =>
    Array.isArray(value) ? value.join(" and ") || "none" : String(value);
  return Object.entries(details)
    .map(([name, value]) => `${name}: ${text(value)}`)
    .join(", ");
}

/** Says what was done, with a button that undoes it. */
const undoable = (said: string, undo: () => void): ReactNode => (
  <>
    {said}{" "}
    <Button isSmall onClick={undo}>
      Undo
    </Button>
  </>
);

/** What an administrator can do to an account. */
function useAccountActs(account: ListedAccount, onChanged: () => Promise<void>) {
  const { get, post } = useApi();
  const action = useAction();
  const [log, setLog] = useState<AccountLogAnswer["results"] | null>(null);
  const { id, email, displayName } = account;
  const named = email ?? displayName ?? "this member";

  const act = (work: () => Promise<ReactNode>): void =>
    void action.run(async () => {
      const said = await work();
      await onChanged();
      if (log) await showLog();
      return said;
    });

  async function showLog(): Promise<void> {
    setLog((await get<AccountLogAnswer>(api.accountLog({ account: id }))).results);
  }

  const give = (role: string, isGiven: boolean): void =>
    act(async () => {
      const [roles, before] = isGiven ? [[role], []] : [[], [role]];
      await post(api.setRoles(), {
        account: id,
        roles: JSON.stringify(roles),
        before: JSON.stringify(before),
      });
      const said = isGiven ? `${named} is now ${aRole(role)}.` : `${named} is no longer ${aRole(role)}.`;
      return undoable(said, () => give(role, !isGiven));
    });

  const block = (isBlocked: boolean): void =>
    act(async () => {
      await post(isBlocked ? api.blockAccount() : api.unblockAccount(), { account: id });
      const said = isBlocked ? `${named} is blocked and signed out.` : `${named} may sign in again.`;
      return undoable(said, () => block(!isBlocked));
    });

  const setEmail = (): void => {
    const typed = window.prompt(`The new e-mail address of ${named}:`, email ?? "");
    if (typed === null || typed.trim() === "" || typed.trim() === email) return;
    act(async () => {
      await post(api.setEmail(), { account: id, email: typed });
      return `${named} now has the address ${typed.trim()}.`;
    });
  };

  /** Who is blocked cannot sign in to do it. */
  const erase = (): void => {
    if (!window.confirm(`Delete the account ${email} and everything that is stored about it?`)) return;
    act(async () => {
      await post(api.eraseAccount(), { account: id, confirm: ERASE_WORD });
      return `${email} was deleted.`;
    });
  };

  const sendReset = (): void =>
    act(async () => {
      const made = await post<AccountLinkAnswer>(api.resetAccount(), { account: id });
      return (
        <>
          This link sets a new password. It works once, for a day. Send it now:
          <code className={classes.link}>{made.link}</code>
          <CopyButton text={made.link} name="Reset link">
            Copy link
          </CopyButton>
        </>
      );
    });

  const takeOffFactor = (): void => {
    if (!window.confirm(`Take the second factor off the account of ${named}?`)) return;
    act(async () => {
      await post(api.resetFactor(), { account: id });
      return `${named} signs in with the password alone.`;
    });
  };

  const toggleLog = (): void => (log ? setLog(null) : void action.run(() => showLog().then(() => null)));
  return { action, log, toggleLog, give, block, setEmail, erase, sendReset, takeOffFactor };
}

/** The roles that an account has, of those that can be given. */
const Roles = ({
  roles,
  givable,
  isDisabled,
  onGive,
}: {
  roles: readonly string[];
  givable: readonly string[];
  isDisabled: boolean;
  onGive: (role: string, isGiven: boolean) => void;
}) => (
  <div className={controls.row}>
    {givable.map((role) => (
      <Checkbox
        key={role}
        label={role}
        checked={roles.includes(role)}
        disabled={isDisabled}
        onChange={({ currentTarget }) => onGive(role, currentTarget.checked)}
      />
    ))}
  </div>
);

/** What happened to an account. */
const Log = ({ entries }: { entries: AccountLogAnswer["results"] }) => (
  <ul className={`${classes.log} ${layout.stack} ${classes.wide}`}>
    {entries.map(({ seq, at, actor, action, details }) => (
      <li key={seq}>
        <Moment at={at} /> · {action} · by {actor}
        {details && ` · ${inWords(details)}`}
      </li>
    ))}
    {entries.length === 0 && <li>Nothing yet.</li>}
  </ul>
);

/**
 * An account and what can be done to it. Nobody can change their own roles or block themselves, so nobody locks
 * themselves out.
 */
export function AccountRow({
  account,
  givable,
  onChanged,
}: {
  account: ListedAccount;
  givable: readonly string[];
  onChanged: () => Promise<void>;
}) {
  const { user } = useSignIn();
  const { action, log, toggleLog, give, block, setEmail, erase, sendReset, takeOffFactor } = useAccountActs(
    account,
    onChanged,
  );
  const { id, email, displayName, roles, blocked, createdAt, signedInAt, hasFactor } = account;
  const isOwn = user?.id === id;
  const isDisabled = isOwn || action.isRunning;
  return (
    <li className={classes.account}>
      <div className={classes.who}>
        <strong>
          {email === null ? "No e-mail address" : <Email address={email} />} {blocked && "(blocked)"}{" "}
          {isOwn && "(you)"}
        </strong>
        <small>
          {displayName && `${displayName} · `}since {dayInWords(createdAt)}
          {signedInAt ? ` · last signed in ${dayInWords(signedInAt)}` : " · never signed in"}
        </small>
      </div>
      <div className={controls.row}>
        <Roles roles={roles} givable={givable} isDisabled={isDisabled} onGive={give} />
        <div className={controls.row}>
          <Button isSmall disabled={isDisabled} onClick={sendReset}>
            Reset link
          </Button>
          <Button isSmall disabled={isDisabled} onClick={setEmail}>
            Set address
          </Button>
          {hasFactor && (
            <Button isSmall disabled={isDisabled} onClick={takeOffFactor}>
              Take off second factor
            </Button>
          )}
          <Button isSmall disabled={isDisabled} onClick={() => block(!blocked)}>
            {blocked ? "Unblock" : "Block"}
          </Button>
          {blocked && (
            <Button isSmall disabled={action.isRunning} onClick={erase}>
              Delete
            </Button>
          )}
          <Button look="plain" isSmall aria-expanded={log !== null} onClick={toggleLog}>
            Log
          </Button>
        </div>
      </div>
      {(action.done || action.problem) && (
        <div className={`${layout.stack} ${classes.wide}`}>
          <ActionResult action={action} />
        </div>
      )}
      {log && <Log entries={log} />}
    </li>
  );
}
