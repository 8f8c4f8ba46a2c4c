import { Link, useRevalidator } from "react-router";
import type { BalanceChange } from "../../../../../domain/contract/reference.ts";
import { api, pages } from "../../../../../domain/contract/routes.ts";
import { Button } from "../../../../../domain/fields/controls.tsx";
import { nameOfChoice } from "../../../../../domain/game/counted.ts";
import { shownVersion } from "../../../../../domain/game/versions.ts";
import layout from "../../../../ui/components/layout.module.css";
import { ActionResult } from "../../../../ui/sign-in/ActionResult.tsx";
import { useSignIn } from "../../../../ui/sign-in/state.ts";
import { useDelete } from "../../../../ui/sign-in/use-delete.ts";
import classes from "./balance-changes.module.css";

interface Props {
  /** Newest version first. */
  readonly changes: readonly BalanceChange[];
  /** Whether all changes are of one tower, whose name is then not repeated. */
  readonly isOneTower: boolean;
  readonly heading: "h2" | "h3";
  /** Whether a long list starts with only the newest version open, the others folded under their headings. */
  readonly folded?: boolean;
}

/** Up to this many changes, every version starts open. */
const FEW = 30;

/** Returns the change without the tower's name at its beginning, for use after that name. */
const withoutName = ({ tower, change }: BalanceChange): string =>
  change.startsWith(`${tower} `) ? change.slice(tower.length + 1) : change;

/** Balance changes as a timeline, newest version first. Helpers can delete each one. */
export function ChangeList({ changes, isOneTower, heading: Heading, folded = false }: Props) {
  const { user } = useSignIn();
  const { revalidate } = useRevalidator();
  const { action, remove } = useDelete(revalidate);
  const removeChange = ({ uuid, tower, version }: BalanceChange): void =>
    remove({
      question: `Are you sure you want to delete this balance change of ${tower} in ${version}?`,
      path: api.deleteBalanceChange(),
      fields: { uuid },
      done: "Successfully deleted balance change.",
      failed: "Error deleting balance change",
    });
  const versions = Map.groupBy(changes, ({ version }) => shownVersion(version));
  return (
    <>
      <ActionResult action={action} />
      <ol className={classes.timeline}>
        {Array.from(versions, ([version, ofVersion], at) => (
          <li key={version}>
            <details open={at === 0 || !folded || changes.length <= FEW}>
              <summary>
                <Heading>Version {version}</Heading>
                <span className={layout.note}>
                  {ofVersion.length === 1 ? "1 change" : `${ofVersion.length} changes`}
                </span>
              </summary>
              {/* A link to this anchor opens the details around it. */}
              <ul id={`v${version}`}>
                {ofVersion.map((change) => (
                  <li key={change.uuid} data-nature={change.nature}>
                    <span className={classes.nature}>{nameOfChoice(change.nature)}</span>
                    <span className={classes.change}>
                      {!isOneTower && (
                        <>
                          <Link to={pages.balanceChanges({ tower: change.tower })}>{change.tower}</Link>{" "}
                        </>
                      )}
                      {isOneTower ? change.change : withoutName(change)}
                    </span>
                    {user?.isHelper && (
                      <Button
                        isSmall
                        disabled={action.isRunning}
                        aria-label={`Delete: ${change.tower}, ${change.change}`}
                        onClick={() => removeChange(change)}
                      >
                        Delete
                      </Button>
                    )}
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ol>
    </>
  );
}
