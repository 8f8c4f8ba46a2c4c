import { isDay } from "./dates-and-numbers.ts";

const dayFormat = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** A day (yyyy-mm-dd), or that of a moment (ISO 8601) in UTC, as every page writes it: "25 Nov 2026". */
export const dayInWords = (at: string): string => dayFormat.format(new Date(at));

/** The date of a completion in the same form; a month or a year is as it is. */
export const dateInWords = (date: string): string => (isDay(date) ? dayInWords(date) : date);
