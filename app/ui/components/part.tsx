import { type LazyExoticComponent, lazy, Suspense, useState } from "react";
import type { ComponentOf } from "../../../domain/fields/jsx/own-text.ts";

/** What loads each part, by name. */
const loads = new Map<string, () => Promise<void>>();

/**
 * Makes a part that only some states of a page have, and whose script comes with those alone. The server renders it
 * like everything else and names it in the page; `partsOfPage` loads what is named before hydration, because React
 * would throw away a part that came later as soon as anything changed. A later change to such a state waits for the
 * part as it waits for the response.
 *
 * @param sheets the part's own style sheets, which belong to the page and come from the server with it: if they came
 * with the script, they would move what is already painted
 */
export function part<Props extends object>(
  name: string,
  load: () => Promise<ComponentOf<Props>>,
  sheets: readonly CSSModuleClasses[],
): ComponentOf<Props> {
  let loaded: ComponentOf<Props> | null = null;
  const Awaited = lazy(async () => {
    loaded = await load();
    return { default: loaded };
  });
  // Named here so that they count as used, and the build leaves them with the page.
  void sheets;
  loads.set(name, async () => {
    loaded = await load();
  });
  // biome-ignore lint/correctness/noComponentHookFactories: made once for a module, as React's own lazy is
  return function Part(props: Props) {
    const [Shown] = useState<ComponentOf<Props> | LazyExoticComponent<ComponentOf<Props>>>(
      () => loaded ?? Awaited,
    );
    return (
      <Suspense>
        <div data-part={name}>
          <Shown {...props} />
        </div>
      </Suspense>
    );
  };
}

/** Loads the parts that the server put into this page. A part that fails is retried when it is rendered. */
export async function partsOfPage(): Promise<void> {
  const named = Array.from(
    document.querySelectorAll<HTMLElement>("[data-part]"),
    ({ dataset }) => dataset.part,
  );
  await Promise.allSettled(named.map((name) => loads.get(name ?? "")?.()));
}
