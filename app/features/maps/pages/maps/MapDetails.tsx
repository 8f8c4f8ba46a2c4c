import { type MouseEvent, Suspense, useState } from "react";
import { Link } from "react-router";
import { api, pages } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { MapMark } from "../../../../../domain/fields/map/MapMark.tsx";
import { counted } from "../../../../../domain/game/counted.ts";
import { CompletionLines } from "../../../../ui/completions/CompletionLines.tsx";
import { Facts } from "../../../../ui/components/Facts.tsx";
import { later } from "../../../../ui/components/later.ts";
import layout from "../../../../ui/components/layout.module.css";
import { useBrokenMedia } from "../../../../ui/components/use-broken-media.ts";
import { WithWords } from "../../../../ui/components/Word.tsx";
import { FollowPlace } from "../../../../ui/follows/FollowPlace.tsx";
import { MapChooser } from "../../../../ui/maps/MapChooser.tsx";
import { useSignIn } from "../../../../ui/sign-in/state.ts";
import { History } from "./History.tsx";
import classes from "./MapDetails.module.css";
import type { MapData } from "./map.server.ts";
import { PicturePlace } from "./PicturePlace.tsx";
import { Signs } from "./Signs.tsx";

// Loaded only for helpers.
const HelperActions = later(async () => (await import("./HelperActions.tsx")).HelperActions);
const Wishes = later(async () => (await import("../../../../ui/wishes/Wishes.tsx")).Wishes);
const PictureUpload = later(async () => (await import("./HelperActions.tsx")).PictureUpload);

export function MapDetails({ page }: { page: MapData }) {
  const { names, info, mark, signs, picture, facts, remarks, records, histories } = page;
  const { map } = info;
  const { user } = useSignIn();
  const isHelper = user?.isHelper === true;
  return (
    <>
      <p className={classes.back}>
        <Link to={pages.maps()}>All maps</Link>
      </p>
      <div className={`${controls.row} ${classes.head}`}>
        <span className={classes.plate}>
          <MapMark packed={mark} />
        </span>
        <h1>{map}</h1>
        {/* The facts say the same in words. */}
        <span className={classes.signs} aria-hidden="true">
          <Signs signs={signs} />
        </span>
        <FollowPlace challenge="" query={{ map }} name={map} />
        <MapChooser addressOf={pages.maps} maps={names} map={map} none="All maps" />
        {isHelper ? (
          <Suspense fallback={<ActionsPlace />}>
            <HelperActions map={map} />
          </Suspense>
        ) : (
          <ActionsPlace />
        )}
      </div>
      <div className={classes.top} data-picture={picture !== null || undefined}>
        {picture && <MapPicture key={picture.url} map={map} picture={picture} />}
        <Facts
          facts={facts.map(({ label, value }) => ({
            label,
            value: <WithWords text={value} words={["rbs"]} />,
          }))}
        />
      </div>
      {isHelper ? (
        <Suspense fallback={<PicturePlace />}>
          <PictureUpload info={info} />
        </Suspense>
      ) : (
        <PicturePlace />
      )}
      {remarks.map(({ heading, text }) => (
        <section key={heading} className={classes.notes}>
          <h2>{heading}</h2>
          <p>{text}</p>
        </section>
      ))}
      <h2>Records on {map}</h2>
      <Records records={records} />
      <Left map={map} left={page.left} />
      {histories.map((each) => (
        <History key={each.key} map={map} page={each} />
      ))}
      <p>
        <Link to={pages.chimpsStarts({ map })}>CHIMPS starts on {map}</Link>
      </p>
    </>
  );
}

/** Reserves the room of HelperActions if the hint remembers a helper, so nothing moves when they appear. */
const ActionsPlace = () => <span className={classes.actionsPlace} aria-hidden="true" />;

/** What is not in this index yet on the map. */
function Left({ map, left: { records, towers, wishes } }: { map: string; left: MapData["left"] }) {
  return (
    <section>
      <h2>What is left on {map}</h2>
      <ul>
        {records.map(({ label, to }) => (
          <li key={label}>
            No {label} is in this index yet. <Link to={to}>Submit this</Link>
          </li>
        ))}
        {towers.map(({ label, left, count, of, to }) => (
          <li key={label}>
            {label}: {counted(left)} of {counted(count)} {of} are not in this index yet.{" "}
            {left > 0 && <Link to={to}>Give me an open one</Link>}
          </li>
        ))}
      </ul>
      <Suspense fallback={null}>
        <Wishes address={api.wishes({ map })} shown={wishes} />
      </Suspense>
    </section>
  );
}

function Records({ records }: { records: MapData["records"] }) {
  return (
    <ul className={`${layout.cards} ${classes.records}`}>
      {records.map(({ key, label, words, verified, list, marks, lines }) => (
        <li key={key}>
          <div className={classes.challenge}>
            <h3>{label}</h3>
            {verified === 0 ? (
              <p>
                Nothing verified yet. <Link to={list}>{label} on this map</Link>
              </p>
            ) : (
              <p>
                <span>{words}. </span>
                <Link to={list}>
                  {counted(verified)} verified {verified === 1 ? "completion" : "completions"}
                </Link>
              </p>
            )}
          </div>
          {lines.length > 0 && <CompletionLines lines={lines} marks={marks} without={["challenge", "map"]} />}
        </li>
      ))}
    </ul>
  );
}

// Loaded only when somebody enlarges a picture.
const Lightbox = later(async () => (await import("../../../../ui/completions/Lightbox.tsx")).Lightbox);

/** The picture that somebody took of a map, which a click enlarges. Says so if it cannot be shown. */
function MapPicture({ map, picture }: { map: string; picture: NonNullable<MapData["picture"]> }) {
  const { isBroken, media } = useBrokenMedia<HTMLImageElement>();
  const [isLarge, setLarge] = useState(false);
  if (isBroken || picture.isMissing)
    return (
      <p className={classes.missing}>The picture of {map} cannot be shown: its file is missing or damaged.</p>
    );
  const enlarge = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    setLarge(true);
  };
  return (
    <>
      <a href={picture.url} onClick={enlarge} className={classes.enlarge}>
        <img
          {...media}
          src={picture.url}
          alt={picture.name}
          width={640}
          height={400}
          className={layout.picture}
        />
      </a>
      {isLarge && (
        <Suspense>
          <Lightbox media={[picture]} at={0} onMove={() => {}} onClose={() => setLarge(false)} />
        </Suspense>
      )}
    </>
  );
}
