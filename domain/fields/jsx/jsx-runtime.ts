import * as React from "react/jsx-runtime";
import { type Props, withOwnText } from "./own-text.ts";

export { Fragment } from "react/jsx-runtime";
export type { JSX } from "./own-text.ts";

export const jsx: typeof React.jsx = (type, props, key) =>
  React.jsx(type, withOwnText(type, props as Props), key);

export const jsxs: typeof React.jsxs = (type, props, key) => {
  const own = withOwnText(type, props as Props);
  // Texts alone have become one, which is no list any more.
  return (Array.isArray(own.children) ? React.jsxs : React.jsx)(type, own, key);
};
