import { describe, expect, test } from "vitest";
import { readDate, readMoney, readVersion } from "./values.server.ts";

describe("what is moved in is read as people of any country write it", () => {
  test.each([
    ["130869", 130_869],
    ["130.869", 130_869],
    ["$130,869", 130_869],
    ["130 869", 130_869],
    ["130869.0", 130_869],
    ["130869.000", 130_869],
    [130_869, 130_869],
    [130.869, null],
    [-1, null],
    ["12.5", null],
    ["many", null],
  ])("cash %j is %j", (text, money) => expect(readMoney(text, 178_909).value).toBe(money));

  test.each([
    ["2024-05-01", "2024-05-01"],
    ["2024-05-01T12:00:00Z", "2024-05-01"],
    ["2024/5/1", "2024-05-01"],
    ["1.5.2024", "2024-05-01"],
    ["13/05/2024", "2024-05-13"],
    ["01/05/2024", null],
    ["2024-05", null],
    ["2024-02-30", null],
  ])("the date %s is %j", (text, day) => expect(readDate(text).value).toBe(day));

  test.each([
    ["v44.1", "44.1"],
    ["Update 44", "44"],
    ["44,1", "44.1"],
    ["39.x", "39.x"],
    ["v39.x", "39.x"],
  ])("the version %s is %j", (text, version) => expect(readVersion(text).value).toBe(version));
});
