import { describe, expect, test } from "vitest";
import { differences, latestPrices, namesAsText, pricesAsText, readNames, readPrices } from "./pasted.ts";

describe("a pasted column of names", () => {
  test("is the base, then each path's tiers 3 to 5, then the paragon, whatever ends its lines", () => {
    const lines = ["Base", "A3", "A4", "A5", "B3", "B4", "B5", "C3", "C4", "C5", "P"];
    const values = {
      ...{ base: "Base", "300": "A3", "400": "A4", "500": "A5", "030": "B3", "040": "B4", "050": "B5" },
      ...{ "003": "C3", "004": "C4", "005": "C5", "555": "P" },
    };
    for (const end of ["\n", "\r\n", "\r", "\t"])
      expect(readNames(lines.map((line) => ` ${line} `).join(end))).toEqual({ values, problems: [] });
    expect(readNames(namesAsText(values))).toEqual({ values, problems: [] });
  });

  test("leaves a tier without a name where a line is empty, and says when there are too many lines", () => {
    expect(readNames("\nMist Weaver\n\nFog King\n\n\n\n\n\n\n\n\n\n\n\n")).toEqual({
      values: { "300": "Mist Weaver", "500": "Fog King" },
      problems: [],
    });
    expect(readNames(`${"x\n".repeat(11)}y`).problems).toEqual([
      "There are 12 lines. A tower has ten names, and an eleventh if it has a paragon.",
    ]);
    expect(readNames("")).toEqual({ values: {}, problems: [] });
    expect(readNames(namesAsText({ "400": "Fog Lord" })).values).toEqual({ "400": "Fog Lord" });
  });
});

describe("a pasted column of prices", () => {
  test("takes amounts as people and shops write them", () => {
    const text = "$1,250\n1.250\n1 250\n1\u00a0250 $\n\n?\n-\n１２５０\n32000\n1,250,000";
    expect(readPrices(text)).toEqual({
      values: {
        ...{ "300": 1250, "400": 1250, "500": 1250, "030": 1250 },
        ...{ "004": 1250, "005": 32_000, "555": 1_250_000 },
      },
      problems: [],
    });
  });

  test("takes lower tiers by their name, which do not count as lines of the column", () => {
    const prices = { "300": 1200, "005": 40_000, "100": 250, "020": 500 };
    expect(readPrices(pricesAsText(prices))).toEqual({ values: prices, problems: [] });
    expect(readPrices("100: $250\n7000\n020=5,000\n8000").values).toEqual({
      ...{ "100": 250, "300": 7000, "020": 5000, "400": 8000 },
    });
    expect(readPrices(pricesAsText({ "100": 250 })).values).toEqual({ "100": 250 });
  });

  test.each([
    ["12.5", "“12.5” (3-0-0) is not a price."],
    ["1,25", "“1,25” (3-0-0) is not a price."],
    ["-5", "“-5” (3-0-0) is not a price."],
    ["123456789", "“123456789” (3-0-0) is not a price."],
    ["cheap", "“cheap” (3-0-0) is not a price."],
    ["100: cheap", "“cheap” (1-0-0) is not a price."],
    ["100: 5\n100: 6", "1-0-0 has two prices."],
    ["5\n300: 6", "3-0-0 has two prices."],
    ["5\n".repeat(11), "There are 11 lines. A tower has nine such prices, and a tenth if it has a paragon."],
  ])("says what is wrong with %j", (text, problem) => {
    expect(readPrices(text).problems).toEqual([problem]);
  });
});

test("an edit is what differs, and what is gone becomes empty", () => {
  expect(differences({ "300": "A", "400": "B" }, { "300": "A", "500": "C" }, "")).toEqual({
    "400": "",
    "500": "C",
  });
  expect(differences<number | "">({ "300": 5, "400": 6 }, { "300": 7 }, "")).toEqual({ "300": 7, "400": "" });
});

test("the newest price of an upgrade counts", () => {
  const prices = [
    { tiers: null, cost: 200 },
    { tiers: "300", cost: 1000 },
    { tiers: "300", cost: 1100 },
  ];
  expect(latestPrices(prices)).toEqual({ "300": 1100 });
});
