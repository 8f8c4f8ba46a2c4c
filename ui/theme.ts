import { createTheme, type MantineColorsTuple } from "@mantine/core";

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
export const theme = createTheme({
  primaryColor: "reed",
  colors: { reed: shades("reed"), coral: shades("coral") },
  defaultRadius: "sm",
  respectReducedMotion: true,
  components: {
    // CSS locks scrolling (theme.css), because Mantine's own way needs a style element.
    Modal: { defaultProps: { lockScroll: false } },
  },
});
