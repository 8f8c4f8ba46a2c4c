import "./widgets.css";
import { MantineProvider } from "@mantine/core";
import type { ComponentType, ReactNode } from "react";
import { theme } from "../theme.ts";

/** Surrounds what is made of Mantine's widgets. Pages that have none do without its script. */
export function Widgets({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      // Both would write a style element, which the Content-Security-Policy forbids; theme.css has the variables.
      withCssVariables={false}
      withGlobalClasses={false}
      // The site sets the root's attributes itself (ui/color-scheme.ts).
      getRootElement={() => undefined}
    >
      {children}
    </MantineProvider>
  );
}

/** Wraps a component that is made of widgets for a page that is not. Called where the component is loaded later. */
export const withWidgets = <Props extends object>(Component: ComponentType<Props>): ComponentType<Props> =>
  function WithWidgets(props: Props) {
    return (
      <Widgets>
        <Component {...props} />
      </Widgets>
    );
  };
