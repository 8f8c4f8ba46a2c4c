import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Fragment, jsx, jsxs } from "./jsx-runtime.ts";
import type { JSX } from "./own-text.ts";

const Row = ({ children }: { children?: ReactNode }) => jsx("p", { children });

test.each([
  ["a text alone", jsx("p", { children: "Results" }), "<p>Results</p>"],
  ["texts alone", jsxs("p", { children: ["Results ", 1, " to ", 20, false] }), "<p>Results 1 to 20</p>"],
  [
    "a text before an element",
    jsxs("p", { children: ["by ", jsx("b", { children: "Ada" })] }),
    "<p><x-t>by </x-t><b>Ada</b></p>",
  ],
  [
    "texts around an element that is not there",
    jsxs("p", { children: ["by ", null, "Ada", jsx("i", {})] }),
    "<p><x-t>by Ada</x-t><i></i></p>",
  ],
  [
    "a blank between elements",
    jsxs("p", { children: [jsx("b", {}), " ", jsx("i", {})] }),
    "<p><b></b> <i></i></p>",
  ],
  ["0", jsxs("p", { children: [0, jsx("b", {})] }), "<p><x-t>0</x-t><b></b></p>"],
  ["a list of texts", jsxs("p", { children: [["a", "b"], jsx("b", {})] }), "<p><x-t>ab</x-t><b></b></p>"],
  [
    "a fragment's text",
    jsxs("p", { children: [jsx(Fragment, { children: "a" }), "b"] }),
    "<p><x-t>a</x-t><x-t>b</x-t></p>",
  ],
  [
    "the children of a component",
    jsxs(Row, { children: ["by ", jsx("b", { children: "Ada" })] }),
    "<p><x-t>by </x-t><b>Ada</b></p>",
  ],
  ["an option", jsxs("option", { children: [20, " a page"] }), "<option>20 a page</option>"],
  ["a drawing's text", jsx("text", { children: "QD" }), '<text translate="no">QD</text>'],
])("%s: each text has an element of its own", (_, element, markup) => {
  expect(renderToStaticMarkup(element as ReactNode)).toBe(markup);
});

test("a text that changes has another key, and what stands beside it keeps its own", () => {
  const keysOf = (count: number) => {
    const { children } = (
      jsxs("p", { children: [count, jsx("b", {}, "b")] }) as { props: { children: { key: string }[] } }
    ).props;
    return children.map(({ key }) => key);
  };
  expect(keysOf(1)).toEqual(["0 1", "b"]);
  expect(keysOf(2)).toEqual(["0 2", "b"]);
});

test("the types refuse a component that renders a text outside of an element, and an option without a value", () => {
  const inElement: JSX.ElementType = Row;
  // @ts-expect-error: it may be beside the siblings of the component
  const bare: JSX.ElementType = () => "Show";
  // @ts-expect-error: its children may be texts
  const passed: JSX.ElementType = ({ children }: { children: ReactNode }) => children;
  // @ts-expect-error: its value would be its text, as the browser has translated it
  const option: JSX.IntrinsicElements["option"] = { children: "5-2-0" };
  expect([inElement, bare, passed, option]).toHaveLength(4);
});
