import "./widgets.css";
import { MantineProvider } from "@mantine/core";
import type { ComponentType, ReactNode } from "react";
import { theme } from "../theme.ts";

/** Around what is made of Mantine's widgets: pages that have none go without its script. */
export function Widgets({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      // Both would write a style element, which the Content-Security-Policy forbids: theme.css has the variables.
      withCssVariables={false}
      withGlobalClasses={false}
      // The root's attributes are the site's own (ui/color-scheme.ts).
      getRootElement={() => undefined}
    >
      {children}
    </MantineProvider>
  );
}

/** A component that is made of them, for a page that is not: what loads it later calls this. */
export const withWidgets = <Props extends object>(Component: ComponentType<Props>): ComponentType<Props> =>
  function WithWidgets(props: Props) {
    return (
      <Widgets>
        <Component {...props} />
      </Widgets>
    );
  };
