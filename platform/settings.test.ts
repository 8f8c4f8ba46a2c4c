import { expect, test } from "vitest";
import { readSettings } from "./settings.ts";

const MEGABYTE = 1024 * 1024;

test("uploads have limits by default, and others where they are set", () => {
  expect(readSettings({}).uploads).toEqual({
    ...{ fileBytes: 100 * MEGABYTE, pictureBytes: 25 * MEGABYTE },
    ...{ files: 10, totalBytes: 250 * MEGABYTE },
  });
  const set = {
    MEDIA_MAX_FILE_MB: "1",
    MEDIA_MAX_PICTURE_MB: "2",
    MEDIA_MAX_FILES: "3",
    MEDIA_MAX_TOTAL_MB: "4",
  };
  expect(readSettings(set).uploads).toEqual({
    ...{ fileBytes: MEGABYTE, pictureBytes: 2 * MEGABYTE },
    ...{ files: 3, totalBytes: 4 * MEGABYTE },
  });
});

test.each(["MEDIA_MAX_FILE_MB", "MEDIA_MAX_PICTURE_MB", "MEDIA_MAX_FILES", "MEDIA_MAX_TOTAL_MB"])(
  "%s takes a number",
  (name) => {
    expect(() => readSettings({ [name]: "many" })).toThrow(name);
  },
);

test("media have a host of their own or none", () => {
  expect(readSettings({}).site.mediaOrigin).toBeNull();
  expect(readSettings({ MEDIA_ORIGIN: "https://media.example" }).site.mediaOrigin).toBe(
    "https://media.example",
  );
  expect(() =>
    readSettings({ SITE_ORIGIN: "https://a.example", MEDIA_ORIGIN: "http://a.example:443" }),
  ).not.toThrow();
  expect(() => readSettings({ MEDIA_ORIGIN: "http://localhost:3000" })).toThrow("MEDIA_ORIGIN");
});
