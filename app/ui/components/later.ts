import { createElement, type LazyExoticComponent, lazy } from "react";
import type { ComponentOf } from "../../../domain/fields/jsx/own-text.ts";

function NotLoaded() {
  return createElement("p", { role: "alert" }, "A part of this page could not be loaded. Reload to see it.");
}

/**
 * Returns a component whose script is loaded when it is first shown, inside a Suspense: for what only some people see.
 * If the script cannot be loaded, a message says so and the rest of the page stays.
 */
export const later = <Props extends object>(
  load: () => Promise<ComponentOf<Props>>,
): LazyExoticComponent<ComponentOf<Props>> =>
  lazy<ComponentOf<Props>>(() =>
    load().then(
      (component) => ({ default: component }),
      () => ({ default: NotLoaded }),
    ),
  );
