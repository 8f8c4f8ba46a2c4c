import * as React from "react/jsx-dev-runtime";
import { type Props, withOwnText } from "./own-text.ts";

export { Fragment } from "react/jsx-dev-runtime";
export type { JSX } from "./own-text.ts";

export const jsxDEV: typeof React.jsxDEV = (type, props, key, isStatic, ...place) => {
  const own = withOwnText(type, props as Props);
  return React.jsxDEV(type, own, key, isStatic && Array.isArray(own.children), ...place);
};
