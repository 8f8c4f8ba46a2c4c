const dayFormat = new Intl.DateTimeFormat("en-GB", {
  ...{ day: "numeric", month: "short", year: "numeric" },
  timeZone: "UTC",
});

/** A day (yyyy-mm-dd), or that of a moment (ISO 8601) in UTC, as every page writes it: "25 Nov 2026". */
export const dayInWords = (at: string): string => dayFormat.format(new Date(at));
