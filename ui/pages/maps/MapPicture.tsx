import type { MapInfo } from "../../../contract/maps.ts";
import { mediaUrl } from "../../../routes.ts";
import { useBrokenMedia } from "../../components/use-broken-media.ts";
import { useSite } from "../../use-site.ts";
import classes from "./MapPicture.module.css";
import { FIELD, trackOf } from "./track.ts";

interface Props {
  readonly info: Pick<MapInfo, "map" | "abbreviation" | "difficulty" | "hasWater" | "image">;
  /** A small picture in a list of maps: decoration beside the name. */
  readonly small?: boolean;
}

/** A map's picture; where there is none, or it does not arrive (a large one says so), a drawing of our own. */
export function MapPicture({ info, small = false }: Props) {
  const { mediaOrigin } = useSite();
  const { isBroken, media } = useBrokenMedia<HTMLImageElement>();
  const { map, image } = info;
  if (image === null || isBroken)
    return (
      <>
        <Drawing info={info} />
        {isBroken && !small && <p>The picture of {map} cannot be shown: its file is missing or damaged.</p>}
      </>
    );
  const address = mediaUrl(image, mediaOrigin);
  return (
    <img
      {...media}
      src={small ? `${address}?thumbnail` : address}
      alt={small ? "" : `Picture of ${map}`}
      width={640}
      height={400}
      loading={small ? "lazy" : "eager"}
      className={classes.picture}
    />
  );
}

/** A field with a track, a pond where the map has water, and the map's abbreviation. */
function Drawing({ info: { map, abbreviation, difficulty, hasWater } }: Pick<Props, "info">) {
  const { path, pond } = trackOf(map);
  return (
    <svg
      viewBox={`0 0 ${FIELD.width} ${FIELD.height}`}
      className={classes.picture}
      data-difficulty={difficulty}
      aria-hidden="true"
    >
      {hasWater === 1 && <circle className={classes.pond} cx={pond.x} cy={pond.y} r={pond.radius} />}
      <path className={classes.bank} d={path} />
      <path className={classes.track} d={path} />
      <text x={FIELD.width - 8} y={FIELD.height - 8} className={classes.name}>
        {abbreviation}
      </text>
    </svg>
  );
}
