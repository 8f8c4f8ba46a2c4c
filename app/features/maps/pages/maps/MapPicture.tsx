import { type MouseEvent, Suspense, useState } from "react";
import { later } from "../../../../ui/components/later.ts";
import { useBrokenMedia } from "../../../../ui/components/use-broken-media.ts";
import type { MapData } from "./load.server.ts";
import classes from "./MapDetails.module.css";

// Loaded only when somebody enlarges a picture.
const Lightbox = later(async () => (await import("../../../../ui/completions/Lightbox.tsx")).Lightbox);

/** The picture that somebody took of a map, which a click enlarges. Says so if it cannot be shown. */
export function MapPicture({ map, picture }: { map: string; picture: NonNullable<MapData["picture"]> }) {
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
          className={classes.picture}
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
