import type { ComponentClass, ReactElement, ReactNode } from "react";
import * as React from "react/jsx-runtime";

/** The props of any element, as far as its text is concerned. */
export interface Props {
  readonly children?: ReactNode;
  readonly translate?: "yes" | "no";
}

/** Elements that may contain nothing but text. */
const TEXT_ONLY: ReadonlySet<unknown> = new Set(["option", "title", "textarea", "script", "style"]);

const isText = (child: ReactNode): child is string | number | bigint =>
  (typeof child === "string" && child !== "") || typeof child === "number" || typeof child === "bigint";
const isNothing = (child: ReactNode): boolean =>
  child === null || child === undefined || typeof child === "boolean" || child === "";
const hasText = (children: readonly ReactNode[]): boolean =>
  children.some((child) => isText(child) || (Array.isArray(child) && hasText(child)));
const textOf = (children: readonly ReactNode[]): string => children.filter(isText).join("");

/** An element that has nothing but this text and is replaced together with it. */
const elementOf = (text: string, place: number): ReactElement =>
  React.jsx("x-t" as "span", { children: text }, `${place} ${text}`);

/**
 * Returns an element's props with each text that has siblings in an element of its own (`<x-t>`), whose key it is.
 *
 * Browsers that translate a page, and extensions that look up words, replace text nodes by elements of theirs. React
 * would go on to change and to remove the nodes that it made: it throws ("Failed to execute 'removeChild' …"), or the old
 * text stays beside the new one. A text that is alone in its element React sets together with all that the element
 * contains, and the elements themselves are not replaced.
 */
export function withOwnText(type: unknown, props: Props): Props {
  const children = ownText(type, props.children);
  // An element within the text of a drawing would not be drawn.
  if (type === "text") return { translate: "no", ...props, children };
  return children === props.children ? props : { ...props, children };
}

function ownText(type: unknown, children: ReactNode): ReactNode {
  // A fragment is no element: its text has the siblings of the fragment.
  const isFragment = typeof type === "symbol";
  if (!Array.isArray(children)) {
    return isFragment && isText(children) ? elementOf(String(children), 0) : children;
  }
  if (!hasText(children) || TEXT_ONLY.has(type)) return children;
  const isAllText = children.every((child) => isText(child) || isNothing(child));
  return isAllText && !isFragment ? textOf(children) : withElements(children);
}

/** Puts neighbouring texts into one element in the place of the first. All other children keep their places. */
function withElements(children: readonly ReactNode[]): ReactNode[] {
  const shown: ReactNode[] = [];
  while (shown.length < children.length) {
    const at = shown.length;
    const child = children[at];
    if (isText(child)) {
      let end = at + 1;
      while (end < children.length && (isText(children[end]) || isNothing(children[end]))) end++;
      const text = textOf(children.slice(at, end));
      // A blank is not translated, and it is no item of a flex container, as an element would be.
      shown.push(text.trim() === "" ? text : elementOf(text, at));
      while (shown.length < end) shown.push(null);
    } else shown.push(Array.isArray(child) && hasText(child) ? withElements(child) : child);
  }
  return shown;
}

/** A component that shows elements, and no text outside of them. */
export type ComponentOf<P> = (props: P) => ReactElement | readonly ReactElement[] | null | undefined | false;

/** Those of an option. Without a value its value would be its text, as the browser has translated it. */
type OptionProps = React.JSX.IntrinsicElements["option"] & { readonly value: string | number };

/** As React's, but that a component may not return a text: it would be beside what is around the component. */
export declare namespace JSX {
  type ElementType =
    | string
    // biome-ignore lint/suspicious/noExplicitAny: as in React's own types
    | ComponentOf<any>
    // What React makes of components (lazy, memo, contexts) says less of what it returns.
    // biome-ignore lint/suspicious/noExplicitAny: as in React's own types
    | { (props: any): ReactNode; readonly $$typeof: symbol }
    // biome-ignore lint/suspicious/noExplicitAny: as in React's own types
    | ComponentClass<any>;
  interface Element extends React.JSX.Element {}
  interface ElementClass extends React.JSX.ElementClass {}
  interface ElementAttributesProperty extends React.JSX.ElementAttributesProperty {}
  interface ElementChildrenAttribute extends React.JSX.ElementChildrenAttribute {}
  type LibraryManagedAttributes<C, P> = React.JSX.LibraryManagedAttributes<C, P>;
  interface IntrinsicAttributes extends React.JSX.IntrinsicAttributes {}
  interface IntrinsicClassAttributes<T> extends React.JSX.IntrinsicClassAttributes<T> {}
  interface IntrinsicElements extends Omit<React.JSX.IntrinsicElements, "option"> {
    option: OptionProps;
  }
}
