import type { Plugin } from "vite";

const STAND_IN = "\0btd6-index:no-scroll-area";

/**
 * Mantine's Table brings its ScrollContainer along, that the ScrollArea, and that all of floating-ui: 15 KB (brotli) on
 * every page with a list. Our theme scrolls tables natively (`TableScrollContainer`, type "native"), so that one import
 * is answered with a plain element. Other users of ScrollArea keep the real one.
 */
export function tableWithoutScrollArea(): Plugin {
  return {
    name: "btd6-index:table-without-scroll-area",
    enforce: "pre",
    resolveId(source, importer) {
      return source.endsWith("/ScrollArea.mjs") && importer?.includes("TableScrollContainer")
        ? STAND_IN
        : null;
    },
    load(id) {
      return id === STAND_IN ? 'export const ScrollArea = "div";' : null;
    },
  };
}
