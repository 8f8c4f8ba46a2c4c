import { Link, useLocation } from "react-router";
import { pages } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { leaveOnWheel } from "../../../../../domain/fields/leave-on-wheel.ts";
import { MapMark } from "../../../../../domain/fields/map/MapMark.tsx";
import { GALLERY_ORDERS, LONGEST_SEARCH } from "../../../../../domain/lists/gallery.ts";
import { useAnnouncement } from "../../../../ui/announce.ts";
import form from "../../../../ui/components/FilterForm.module.css";
import { FilterForm } from "../../../../ui/components/FilterForm.tsx";
import layout from "../../../../ui/components/layout.module.css";
import { NothingFound } from "../../../../ui/components/layout.tsx";
import { SelectField } from "../../../../ui/components/SelectField.tsx";
import { useBrokenMedia } from "../../../../ui/components/use-broken-media.ts";
import { MapChooser } from "../../../../ui/maps/MapChooser.tsx";
import { useSignIn } from "../../../../ui/sign-in/state.ts";
import classes from "./Gallery.module.css";
import type { GalleryData, MapTile } from "./gallery.server.ts";
import { Legend, Signs } from "./Signs.tsx";

/** The filters behind "More filters". */
const MORE = ["water", "los", "version", "entrances", "length_min", "length_max"] as const;

/** All maps, narrowed and ordered as the address says. */
export function Gallery({ page }: { page: GalleryData }) {
  const { user } = useSignIn();
  const location = useLocation();
  const done = (location.state as { done?: string } | null)?.done;
  const { names, cards, total, error, state } = page;
  const [, order] = GALLERY_ORDERS.find(([value]) => value === state.sortby) ?? GALLERY_ORDERS[0];
  const found = cards.length === total ? `${total} maps` : `${cards.length} of ${total} maps`;
  useAnnouncement(error === null ? `${found}, sorted by: ${order}` : null);
  const isNarrowed = Object.keys(state).some((name) => name !== "sortby");
  return (
    <>
      <div className={`${controls.row} ${classes.head}`}>
        <h1>Maps</h1>
        {user?.isHelper && (
          <Link to={pages.addMap()} className={controls.button}>
            Add a map
          </Link>
        )}
      </div>
      {done && (
        <p role="status" className={classes.done}>
          {done} <Link to={pages.changes()}>Changes</Link> can bring it back.
        </p>
      )}
      <div className={classes.controls}>
        <Filters page={page} />
        <MapChooser addressOf={pages.maps} maps={names} map={null} none="Choose a map" />
      </div>
      {error !== null && <p role="alert">{error}</p>}
      <div className={`${controls.row} ${classes.found}`}>
        <p>{found}</p>
        {/* Not among the filters, because it comes and goes while somebody types, and nothing should move. */}
        {isNarrowed && (
          <Link to={pages.maps({ sortby: state.sortby })} preventScrollReset>
            Clear filters
          </Link>
        )}
        <details className={classes.legendToggle}>
          <summary>What the signs mean</summary>
        </details>
        <div className={classes.legend}>
          <Legend />
        </div>
      </div>
      {cards.length === 0 && error === null && (
        <NothingFound>
          <p>No map matches all of these filters.</p>
          <Link to={pages.maps()}>Show all maps</Link>
        </NothingFound>
      )}
      <ul className={classes.cards}>
        {cards.map((card) => (
          <MapCard key={card.map} card={card} />
        ))}
      </ul>
    </>
  );
}

function Filters({ page: { state, options } }: { page: GalleryData }) {
  const set = MORE.filter((name) => state[name] !== undefined).length;
  const choice = (name: keyof typeof options, label: string) => (
    <SelectField name={name} label={label} none="Any" value={state[name] ?? ""} options={options[name]} />
  );
  return (
    <FilterForm
      label="Filter the maps"
      parameters={state}
      addressOf={pages.maps}
      isCleared={false}
      lead={
        <label className={controls.field}>
          <span>Name</span>
          <input
            type="search"
            name="q"
            defaultValue={state.q ?? ""}
            maxLength={LONGEST_SEARCH}
            placeholder="Quad, or QD"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="search"
          />
        </label>
      }
    >
      {choice("difficulty", "Difficulty")}
      <SelectField
        name="sortby"
        label="Sort by"
        none={options.sortby[0]?.label ?? ""}
        value={state.sortby ?? ""}
        options={options.sortby.slice(1)}
      />
      <details className={classes.more} open={set > 0}>
        <summary className={controls.button}>More filters{set > 0 && ` (${set})`}</summary>
        <div className={form.filters}>
          {choice("water", "Water")}
          {choice("los", "Blocks line of sight")}
          {choice("version", "Added in version")}
          {choice("entrances", "Entrances")}
          <div className={classes.range}>
            <Length name="length_min" label="Length from" value={state.length_min} />
            <Length name="length_max" label="to (RBS)" value={state.length_max} />
          </div>
        </div>
      </details>
    </FilterForm>
  );
}

function Length({ name, label, value }: { name: string; label: string; value: string | undefined }) {
  return (
    <label className={controls.field}>
      <span>{label}</span>
      <input
        name={name}
        type="number"
        inputMode="decimal"
        min={0}
        step="any"
        defaultValue={value ?? ""}
        onWheel={leaveOnWheel}
      />
    </label>
  );
}

function MapCard({ card: { map, mark, facts, signs, picture } }: { card: MapTile }) {
  return (
    <li>
      <Link to={pages.maps({ map })} prefetch="intent" className={classes.card}>
        <span className={classes.plate}>
          <Thumbnail key={picture} picture={picture} mark={mark} />
        </span>
        <strong className={layout.cut}>{map}</strong>
        <span className={classes.facts}>{facts}</span>
        <span className={classes.signs}>
          <Signs signs={signs} />
        </span>
      </Link>
    </li>
  );
}

/** The picture that somebody took of the map, or its plate, but never a drawing of a track that is not the map's. */
function Thumbnail({ picture, mark }: Pick<MapTile, "picture" | "mark">) {
  const { isBroken, media } = useBrokenMedia<HTMLImageElement>();
  if (picture === null || isBroken) return <MapMark packed={mark} />;
  return <img {...media} src={picture} alt="" width={72} height={48} loading="lazy" decoding="async" />;
}
