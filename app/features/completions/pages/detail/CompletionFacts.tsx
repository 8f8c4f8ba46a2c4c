import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import { WORDS } from "../../../../../domain/challenges/glossary.ts";
import { pages } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { MapCell } from "../../../../../domain/fields/map/Cell.tsx";
import { VerdictSign } from "../../../../../domain/fields/marks/VerdictSign.tsx";
import { TowerChip } from "../../../../../domain/fields/tower/TowerChip.tsx";
import { counted } from "../../../../../domain/game/counted.ts";
import { TowerCard } from "../../../../ui/completions/TowerCard.tsx";
import { Day } from "../../../../ui/components/Ago.tsx";
import { CopyButton } from "../../../../ui/components/CopyButton.tsx";
import layout from "../../../../ui/components/layout.module.css";
import { Hidden } from "../../../../ui/components/layout.tsx";
import { PlayerLink } from "../../../../ui/components/PlayerLink.tsx";
import { WordButton, WordDialog } from "../../../../ui/components/Word.tsx";
import { useSite } from "../../../../ui/use-site.ts";
import classes from "./completion.module.css";
import type { Deed, NotesPageData } from "./load.server.ts";

interface Props {
  readonly challenge: NotesPageData["challenge"];
  readonly completion: NonNullable<NotesPageData["completion"]>;
}

/** More towers than this are shown as chips, because cards would push everything else away. */
const MOST_CARDS = 4;

/** What is known of a completion: its towers, its map, its players, and whatever its challenge records. */
export function CompletionFacts({ challenge, completion }: Props) {
  const { row, facts, around, submitted, verified, confirmed, codeChecked, playersAgree, isSample } =
    completion;
  const id = useId();
  const ogFact = facts.findIndex(({ label }) => label.startsWith(`${WORDS.og} `));
  return (
    <>
      <Towers challenge={challenge} completion={completion} />
      <dl className={`${layout.facts} ${classes.known}`}>
        <Fact label="Map">
          <span className={classes.map}>
            <MapCell
              value={row.map ?? null}
              upgrades={null}
              marks={around.marks}
              // A map has a page of its own.
              narrowed={(_, map) => pages.maps({ map })}
            />{" "}
            {typeof row.difficulty === "string" && <small>{row.difficulty}</small>}
          </span>
        </Fact>
        <Players challenge={challenge} completion={completion} />
        {facts.map(({ label, text }, at) => (
          <Fact key={label} label={at === ogFact ? <OgLabel id={`${id}og`} label={label} /> : label}>
            {text}
          </Fact>
        ))}
        {submitted && (
          <Fact label="Submitted">
            <DeedText deed={submitted} />
          </Fact>
        )}
        <Fact label={<WordButton id={`${id}verified`} explains="verified" />}>
          <span className={`${controls.row} ${classes.verdict}`}>
            <VerdictSign verdict={row.pending === null ? "done" : "pending"} />
            <span>
              {row.pending !== null ? (
                "Not yet"
              ) : verified ? (
                <DeedText deed={verified} />
              ) : (
                "Yes (date unknown)"
              )}
            </span>
          </span>
        </Fact>
        {confirmed && (
          <Fact label="Confirmed">
            <span className={`${controls.row} ${classes.verdict}`}>
              <VerdictSign verdict="done" />
              <VerdictSign verdict="done" />
              <span>
                <DeedText deed={confirmed} />, at a second look
                {confirmed.isOfEarlierProof && " at the earlier proof"}
              </span>
            </span>
          </Fact>
        )}
        {codeChecked && (
          <Fact label="Code checked">
            The {codeChecked.what} agree (<Day at={codeChecked.at} />)
          </Fact>
        )}
        {playersAgree && <Fact label="Confirmed by">Both players say that this is right</Fact>}
        {isSample && <Fact label="Sample">Made up to show how the site works; not a real run</Fact>}
      </dl>
      {ogFact !== -1 && <WordDialog id={`${id}og`} explains="og" />}
      <WordDialog id={`${id}verified`} explains="verified" />
      <Copies completion={completion} />
    </>
  );
}

/** "OG Version", whose first word is explained. */
function OgLabel({ id, label }: { id: string; label: string }) {
  return (
    <>
      <WordButton id={id} explains="og" />
      {label.slice(WORDS.og.length)}
    </>
  );
}

function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function DeedText({ deed: { day, who } }: { deed: Deed }) {
  return (
    <>
      <Day at={day} />
      {who !== null && (
        <>
          {" "}
          by <bdi>{who}</bdi>
        </>
      )}
    </>
  );
}

function Towers({ challenge: { key }, completion: { towers, around } }: Props) {
  if (towers.length === 0) return null;
  const to = (name: string): string => pages.list(key, { tower: name });
  const isMany = towers.length > MOST_CARDS;
  return (
    <ul className={`${isMany ? controls.row : layout.near} ${classes.towers}`} aria-label="Towers">
      {towers.map((tower, place) => (
        // A tower may be there more than once: only its place is unique.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={place}>
          {isMany ? (
            <TowerChip
              name={tower.name}
              upgrades={tower.upgrades}
              marks={around.marks}
              narrowed={(_, name) => to(name)}
            />
          ) : (
            <TowerCard tower={tower} marks={around.marks} to={to(tower.name)} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Players({ challenge, completion: { around } }: Props) {
  return (
    <Fact label={around.byPlayers.length > 1 ? "Players" : "Player"}>
      {around.byPlayers.map(({ person, hasPage, lists }) => {
        const list = lists.find((each) => each.challenge === challenge.key);
        return (
          <span key={person} className={classes.player}>
            <PlayerLink name={person} hasPage={hasPage} />{" "}
            {list && (
              <Link to={list.page}>
                all {counted(list.count)}
                <Hidden> by {person}</Hidden>
              </Link>
            )}
          </span>
        );
      })}
    </Fact>
  );
}

/** Copies what somebody takes along: the challenge's codes, and the page's canonical address. */
function Copies({ completion: { codes, page } }: Pick<Props, "completion">) {
  const { origin } = useSite();
  return (
    <div className={`${layout.stack} ${classes.copies}`}>
      {codes.map((code) => (
        <div key={code} className={`${controls.row} ${classes.code}`}>
          <p className={layout.note}>
            <span>Challenge code</span>
            <b>{code}</b>
          </p>
          <CopyButton text={code} name={`Challenge code ${code}`}>
            Copy
          </CopyButton>
        </div>
      ))}
      <CopyButton text={origin + page} name="Link">
        Copy link
      </CopyButton>
    </div>
  );
}
