import { expect, test } from "vitest";
import { problemsOf } from "./sheets.mjs";

const linesOf = (css: string): number[] => problemsOf(css).map(({ line }) => line);

test("a sheet names its widths, of windows and of containers", () => {
  expect(
    linesOf(`@media (max-width: 40em) {
@media screen and (width > 40rem) {
@container (min-inline-size: 18rem) {
@media screen and (not (--phone)) {
@container (--phone) {
@media (max-height: 20em) {
  max-width: 40rem;`),
  ).toEqual([1, 2, 3]);
});

test("a sheet places things at the start and end of lines", () => {
  expect(
    linesOf(`  left: 0;
  margin-top: 1rem;
  border-right-color: red;
  border-top-left-radius: 0;
  padding: 0 calc(1rem + 2px) 0 0;
  text-align: right;
  padding: 0 calc(1rem + 2px) 1rem calc(1rem + 2px);
  inset-inline-start: 0;
  background-position: left;
  --top: 1px;
  text-align: start;`),
  ).toEqual([1, 2, 3, 4, 5, 6]);
});
