import { type RefObject, useEffect, useRef, useState } from "react";

type MediaElement = HTMLImageElement | HTMLVideoElement;

const hasFailed = (element: MediaElement): boolean =>
  element instanceof HTMLVideoElement
    ? element.error !== null
    : element.complete && element.naturalWidth === 0;

/** Whether the file of a picture or video does not arrive. `media` goes to the element. */
export function useBrokenMedia<Element extends MediaElement>(): {
  readonly isBroken: boolean;
  readonly media: { readonly ref: RefObject<Element | null>; readonly onError: () => void };
} {
  const [isBroken, setBroken] = useState(false);
  const ref = useRef<Element>(null);
  // It may have failed before the script was there to hear of it.
  useEffect(() => {
    if (ref.current && hasFailed(ref.current)) setBroken(true);
  }, []);
  return { isBroken, media: { ref, onError: () => setBroken(true) } };
}
