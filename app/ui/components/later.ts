import { type ComponentType, createElement, type LazyExoticComponent, lazy } from "react";

function NotLoaded() {
  return createElement("p", { role: "alert" }, "A part of this page could not be loaded. Reload to see it.");
}

/**
 * Returns a component whose script is loaded when it is first shown, inside a Suspense: for what only some people see.
 * If the script cannot be loaded, a message says so and the rest of the page stays.
 */
export const later = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy<ComponentType<Props>>(() =>
    load().then(
      (component) => ({ default: component }),
      () => ({ default: NotLoaded }),
    ),
  );
