import { useId, useState } from "react";
import type { DifferenceInfo } from "../../../../domain/contract/catalogue.ts";
import { api } from "../../../../domain/contract/routes.ts";
import controls from "../../../../domain/fields/controls.module.css";
import { Button, TextInput } from "../../../../domain/fields/controls.tsx";
import { NOT_KNOWN } from "../../../../domain/game/counted.ts";
import type { ExportFound } from "../../../../domain/game-export/read.ts";
import layout from "../../../ui/components/layout.module.css";
import { Hidden } from "../../../ui/components/layout.tsx";
import { ActionResult } from "../../../ui/sign-in/ActionResult.tsx";
import { useAction } from "../../../ui/sign-in/use-action.ts";
import { useApi } from "../../../ui/sign-in/use-api.ts";
import classes from "./game.module.css";
import { readFiles } from "./read-export.client.ts";

/** An export as it was read, and where it differs from what is here. */
interface Compared extends ExportFound {
  readonly differences: readonly DifferenceInfo[];
}

interface Props {
  /** Called with the names of what was changed, and what was done. */
  readonly onDone: (names: readonly string[], words: string) => Promise<void>;
}

/** Takes over towers, heroes, prices and maps from an export of the game's data. */
export function TakeGame({ onDone }: Props) {
  const { post } = useApi();
  const action = useAction();
  const [compared, setCompared] = useState<Compared | null>(null);

  const compare = (files: readonly File[]): Promise<void> =>
    action.run(async () => {
      setCompared(null);
      const found = await readFiles(files);
      const game = JSON.stringify(found.game);
      const { results } = await post<{ results: DifferenceInfo[] }>(api.compareGame(), { game });
      setCompared({ ...found, differences: results });
      return results.length === 0 ? "Nothing differs from what is here." : null;
    });
  return (
    <>
      <p>
        Choose what “Export Game Data” of BTD Mod Helper wrote: its folder, or a ZIP of it. It is read on your
        device; only names, prices and maps are sent. Nothing changes before you have seen what differs.
      </p>
      <div className={controls.row}>
        <FileButton label="Choose a ZIP" accept=".zip" isBusy={action.isRunning} onChoose={compare} />
        <FileButton label="Choose a folder" isFolder isBusy={action.isRunning} onChoose={compare} />
      </div>
      <p role="status">{action.isRunning && "Reading the export and comparing it…"}</p>
      <ActionResult action={action} />
      {compared && compared.differences.length > 0 && <Differences compared={compared} onDone={onDone} />}
    </>
  );
}

interface FileButtonProps {
  readonly label: string;
  readonly accept?: string;
  readonly isFolder?: boolean;
  readonly isBusy: boolean;
  readonly onChoose: (files: readonly File[]) => Promise<void>;
}

function FileButton({ label, accept, isFolder = false, isBusy, onChoose }: FileButtonProps) {
  const id = useId();
  return (
    <>
      <Button isBusy={isBusy} onClick={() => document.getElementById(id)?.click()}>
        {label}
      </Button>
      <input
        {...{ id, accept, webkitdirectory: isFolder ? "" : undefined }}
        type="file"
        hidden
        aria-label={label}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // The same file can be chosen again once it is mended.
          currentTarget.value = "";
          if (files.length > 0) void onChoose(files);
        }}
      />
    </>
  );
}

const KINDS = { new: "New", changed: "Changed", gone: "Not in the export" };

function Differences({ compared, onDone }: Props & { compared: Compared }) {
  const { differences, findings, game } = compared;
  const { post } = useApi();
  const action = useAction();
  const [version, setVersion] = useState("");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    new Set(differences.flatMap(({ key, isTicked }) => (isTicked ? [key] : []))),
  );
  const taken = differences.filter(({ key }) => chosen.has(key));
  const tick = (key: string, isTicked: boolean): void =>
    setChosen((before) => {
      const others = [...before].filter((each) => each !== key);
      return new Set(isTicked ? [...others, key] : others);
    });

  const take = (): Promise<void> =>
    action.run(async () => {
      await post(api.takeGame(), {
        game: JSON.stringify(game),
        chosen: JSON.stringify([...chosen]),
        version: version.trim(),
      });
      await onDone(
        taken.flatMap(({ name, after }) => [name, after ?? name]),
        `Took over ${taken.length} of ${differences.length}.`,
      );
      return null;
    });
  return (
    <form
      className={classes.differences}
      onSubmit={(event) => {
        event.preventDefault();
        void take();
      }}
    >
      {findings.length > 0 && (
        <ul className={classes.findings}>
          {findings.map((finding) => (
            <li key={finding}>{finding}</li>
          ))}
        </ul>
      )}
      <div className={controls.row}>
        <Button isSmall onClick={() => setChosen(new Set(differences.map(({ key }) => key)))}>
          Tick all
        </Button>
        <Button isSmall onClick={() => setChosen(new Set())}>
          Untick all
        </Button>
      </div>
      {Array.from(
        Map.groupBy(differences, ({ kind }) => kind),
        ([kind, of]) => (
          <section key={kind} className={classes.group}>
            <h2>
              {KINDS[kind]}: {of.length}
            </h2>
            <Ticks differences={of} chosen={chosen} onTick={tick} />
          </section>
        ),
      )}
      <TextInput
        name="version"
        label="Version of the game"
        description="The one that the export is of: its new prices hold from it on."
        placeholder="56.3"
        maxLength={20}
        required
        withAsterisk
        value={version}
        onChange={({ currentTarget }) => setVersion(currentTarget.value)}
        className={classes.query}
      />
      <Button type="submit" look="main" isBusy={action.isRunning} disabled={taken.length === 0}>
        {`Take over ${taken.length} of ${differences.length}`}
      </Button>
      <ActionResult action={action} />
    </form>
  );
}

interface TicksProps {
  readonly differences: readonly DifferenceInfo[];
  readonly chosen: ReadonlySet<string>;
  readonly onTick: (key: string, isTicked: boolean) => void;
}

const Ticks = ({ differences, chosen, onTick }: TicksProps) => (
  <ul className={classes.list}>
    {differences.map((difference) => (
      <li key={difference.key}>
        <label>
          <input
            type="checkbox"
            checked={chosen.has(difference.key)}
            onChange={({ currentTarget }) => onTick(difference.key, currentTarget.checked)}
          />
          <Words difference={difference} />
        </label>
      </li>
    ))}
  </ul>
);

/** "Skywarden, 0-5-0: $28,000 (was $30,000)". */
function Words({ difference: { kind, of, name, part, before, after } }: { difference: DifferenceInfo }) {
  return (
    <span>
      <b>{name}</b>
      {part !== null && `, ${part}`} <small className={layout.quiet}>{of}</small>
      {kind === "gone" ? (
        <Hidden> would be deleted</Hidden>
      ) : (
        after !== null && (
          <>
            {": "}
            {after}
            {kind === "changed" && ` (was ${before ?? NOT_KNOWN})`}
          </>
        )
      )}
    </span>
  );
}
