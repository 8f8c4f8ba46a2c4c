import "./widgets.css";
import { createTheme, type MantineColorsTuple, MantineProvider } from "@mantine/core";
import type { ComponentType, ReactNode } from "react";

/** The shades themselves are only in theme.css: without inline styles Mantine cannot put them on the page. */
const shades = (name: string): MantineColorsTuple => [
  `var(--mantine-color-${name}-0)`,
  `var(--mantine-color-${name}-1)`,
  `var(--mantine-color-${name}-2)`,
  `var(--mantine-color-${name}-3)`,
  `var(--mantine-color-${name}-4)`,
  `var(--mantine-color-${name}-5)`,
  `var(--mantine-color-${name}-6)`,
  `var(--mantine-color-${name}-7)`,
  `var(--mantine-color-${name}-8)`,
  `var(--mantine-color-${name}-9)`,
];

/**
 * The names and defaults of the theme. Colours, fonts and radii are variables in theme.css, because the provider runs
 * without its own style element (the Content-Security-Policy allows none).
 */
const theme = createTheme({
  primaryColor: "reed",
  colors: { reed: shades("reed"), coral: shades("coral") },
  defaultRadius: "sm",
  respectReducedMotion: true,
  components: {
    // CSS locks scrolling (theme.css), because Mantine's own way needs a style element.
    Modal: { defaultProps: { lockScroll: false } },
  },
});

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
