import { type RefObject, useEffect, useRef, useState } from "react";

type MediaElement = HTMLImageElement | HTMLVideoElement;

const hasFailed = (element: MediaElement): boolean =>
  element instanceof HTMLVideoElement
    ? element.error !== null
    : element.complete && element.naturalWidth === 0;

/** Returns whether the file of a picture or video failed to load. `media` goes to the element. */
export function useBrokenMedia<Element extends MediaElement>(): {
  readonly isBroken: boolean;
  readonly media: { readonly ref: RefObject<Element | null>; readonly onError: () => void };
} {
  const [isBroken, setBroken] = useState(false);
  const ref = useRef<Element>(null);
  // It may have failed before hydration, when nothing listened.
  useEffect(() => {
    if (ref.current && hasFailed(ref.current)) setBroken(true);
  }, []);
  return { isBroken, media: { ref, onError: () => setBroken(true) } };
}
