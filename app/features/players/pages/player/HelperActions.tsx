import { type FormEvent, useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import type { ChangedPlayer, JoinPreview, RemovedRuns } from "../../../../../domain/contract/players.ts";
import { api, pages } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { Button, TextInput } from "../../../../../domain/fields/controls.tsx";
import { counted } from "../../../../../domain/game/counted.ts";
import layout from "../../../../ui/components/layout.module.css";
import { ReasonForm } from "../../../../ui/components/ReasonForm.tsx";
import { TableHead } from "../../../../ui/components/TableHead.tsx";
import { UndoButton } from "../../../../ui/components/UndoButton.tsx";
import { ActionResult } from "../../../../ui/sign-in/ActionResult.tsx";
import { useAction } from "../../../../ui/sign-in/use-action.ts";
import { useApi } from "../../../../ui/sign-in/use-api.ts";
import classes from "./player.module.css";
import { ShownName } from "./ShownName.tsx";

interface Props {
  readonly name: string;
  readonly spellings: readonly string[];
  readonly isBanned: boolean;
  /** The player's verified completions. */
  readonly verified: number;
}

/** What helpers can do with a player: join them with another one, choose their name, ban them, and remove their runs. */
export function HelperActions({ name, spellings, isBanned, verified }: Props) {
  const [last, setLast] = useState<(ChangedPlayer & { readonly said: string }) | null>(null);
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const onChanged = (changed: ChangedPlayer, said: string): void => {
    setLast({ ...changed, said });
    if (changed.name === name) void revalidate();
    else void navigate(pages.player(changed.name), { replace: true });
  };
  return (
    <details className={classes.helpers} open={last !== null || undefined}>
      <summary>For helpers</summary>
      {last && (
        <div>
          <p role="status">{last.said}</p>
          <UndoButton key={last.seq} seq={last.seq} onUndone={revalidate} />
        </div>
      )}
      <Join name={name} onChanged={onChanged} />
      <ShownName
        key={name}
        name={name}
        spellings={spellings}
        onChanged={(changed) => onChanged(changed, `The player is shown as ${changed.name} now.`)}
      />
      <Ban name={name} isBanned={isBanned} onChanged={onChanged} />
      <RemoveRuns name={name} verified={verified} onUndone={revalidate} />
    </details>
  );
}

interface ActionProps {
  readonly name: string;
  readonly onChanged: (changed: ChangedPlayer, said: string) => void;
}

/** Joins another name with this player, after a look at what that changes. */
function Join({ name, onChanged }: ActionProps) {
  const { get, post } = useApi();
  const action = useAction();
  const [preview, setPreview] = useState<JoinPreview | null>(null);
  const look = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const other = String(new FormData(event.currentTarget).get("other"));
    void action.run(async () => {
      setPreview(await get<JoinPreview>(api.joinPreview({ name: other, into: name })));
      return null;
    });
  };
  const join = (from: string): void =>
    void action.run(async () => {
      const changed = await post<ChangedPlayer>(api.joinPlayers(), { name: from, into: name });
      setPreview(null);
      onChanged(changed, `${from} and ${name} are one player now.`);
      return null;
    });
  return (
    <form onSubmit={look}>
      <div className={controls.row}>
        <TextInput
          name="other"
          label="Another name of this player"
          description={`Both are shown as ${name} then.`}
          required
          autoComplete="off"
          onChange={() => setPreview(null)}
        />
        <Button type="submit" isBusy={action.isRunning}>
          Look
        </Button>
      </div>
      {preview && (
        <>
          <table className={`${layout.table} ${classes.table}`}>
            <TableHead columns={["Player", "Completions", "OGs", "Place"]} />
            <tbody>
              {[
                preview.name,
                preview.into,
                { ...preview.joined, name: `${preview.joined.name}, joined` },
              ].map((each) => (
                <tr key={each.name}>
                  <th scope="row">
                    <bdi>{each.name}</bdi>
                  </th>
                  <td>{counted(each.completions)}</td>
                  <td>{counted(each.originals)}</td>
                  <td>{counted(each.place)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {preview.together > 0 ? (
            <p role="alert">
              They are two people: both stand in {counted(preview.together)}{" "}
              {preview.together === 1 ? "completion" : "completions"}.
            </p>
          ) : (
            <Button isBusy={action.isRunning} onClick={() => join(preview.name.name)}>
              Join them
            </Button>
          )}
        </>
      )}
      <ActionResult action={action} />
    </form>
  );
}

/** Bans the player with a reason, or takes the ban back. */
function Ban({ name, isBanned, onChanged }: ActionProps & Pick<Props, "isBanned">) {
  const { post } = useApi();
  const action = useAction();
  const change = (fields: Readonly<Record<string, string>>, said: string): void =>
    void action.run(async () => {
      onChanged(await post<ChangedPlayer>(api.banPlayer(), { name, ...fields }), said);
      return null;
    });
  if (isBanned)
    return (
      <div>
        <Button
          isBusy={action.isRunning}
          onClick={() => change({ banned: "0" }, `${name} is on the leaderboards again.`)}
        >
          Lift the ban
        </Button>
        <ActionResult action={action} />
      </div>
    );
  return (
    <details>
      <summary>Ban this player …</summary>
      <p>
        A banned player is on no leaderboard, and new submissions under the name are refused. Verified
        completions stay in the lists until you remove them.
      </p>
      <ReasonForm
        label="Why? Helpers read this."
        act="Ban"
        isBusy={action.isRunning}
        onReason={(reason) => change({ reason }, `${name} is banned.`)}
      />
      <ActionResult action={action} />
    </details>
  );
}

/** Removes all runs of the player, which one undo brings back. The page stays until then, to undo it. */
function RemoveRuns({
  name,
  verified,
  onUndone,
}: Pick<Props, "name" | "verified"> & { onUndone: () => Promise<void> }) {
  const { post } = useApi();
  const action = useAction();
  const [done, setDone] = useState<{ act: string; removed: number } | null>(null);
  const remove = (): void =>
    void action.run(async () => {
      let act = "";
      let removed = 0;
      for (let more = true; more; ) {
        const answer: RemovedRuns = await post<RemovedRuns>(api.removeRuns(), { name, act });
        act = answer.act;
        more = answer.more;
        removed += answer.removed;
        setDone({ act, removed });
      }
      return null;
    });
  return (
    <details>
      <summary>Remove all runs …</summary>
      {done === null || action.problem !== null ? (
        <>
          <p>
            {counted(verified)} verified, under all names of {name}, and the pending ones are deleted, co-op
            completions with others included. One undo brings them all back.
          </p>
          <Button isBusy={action.isRunning} onClick={remove}>
            Remove all runs
          </Button>
        </>
      ) : (
        <p role="status">{counted(done.removed)} removed.</p>
      )}
      {done !== null && done.removed > 0 && !action.isRunning && (
        <UndoButton seq={0} act={{ id: done.act, size: done.removed }} onUndone={onUndone} />
      )}
      <ActionResult action={action} />
    </details>
  );
}
