import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { FACTS } from "../../../test/catalogue.ts";
import { towerMarkOf } from "../../game/marks.ts";
import { MapMark } from "../map/MapMark.tsx";
import { packMapMark, packTowerMark, tiersShown, unpackMapMark, unpackTowerMark } from "./packed.ts";
import { OgStamp, Ribbon } from "./Stamps.tsx";
import { TowerMark } from "./TowerMark.tsx";
import { VerdictSign } from "./VerdictSign.tsx";

const htmlOf = (element: ReactElement): string => renderToStaticMarkup(element);

function towerHtml(name: string, upgrades: string | null = null): string {
  const tower = FACTS.find(name);
  const packed = tower ? packTowerMark(towerMarkOf(tower)) : undefined;
  return htmlOf(createElement(TowerMark, { packed, upgrades }));
}

describe("a packed mark", () => {
  test("unpacks to the original for every tower name", () => {
    for (const tower of FACTS.names) {
      const { category, letters, tiers } = towerMarkOf(tower);
      const unpacked = unpackTowerMark(packTowerMark({ category, letters, tiers }));
      expect(unpacked).toEqual({ category, letters, tiers: tiers ?? undefined });
    }
  });

  test("keeps a map abbreviation of several words", () => {
    expect(unpackMapMark(packMapMark("expert", "Q D"))).toEqual({
      difficulty: "expert",
      abbreviation: "Q D",
    });
  });
});

describe("the tiers that are drawn", () => {
  test("are those of the name when no readable upgrades are recorded", () => {
    expect(tiersShown("0-5-0", null)).toBe("0-5-0");
    expect(tiersShown("0-5-0", "middle path")).toBe("0-5-0");
    expect(tiersShown("0-5-0", "0-6-0")).toBe("0-5-0");
  });

  test("include a recorded crosspath, however it is written", () => {
    expect(tiersShown("0-5-0", "2-5-0")).toBe("2-5-0");
    expect(tiersShown("0-0-4", "204")).toBe("2-0-4");
    expect(tiersShown("0-0-0", " 0-0-0 ")).toBe("0-0-0");
  });

  test("are the recorded ones for a tower type", () => {
    expect(tiersShown(undefined, "0-2-5")).toBe("0-2-5");
    expect(tiersShown(undefined, null)).toBeUndefined();
  });

  test("are those of the name when the upgrades contradict it", () => {
    expect(tiersShown("0-5-0", "2-0-4")).toBe("0-5-0");
    expect(tiersShown("5-5-5", "5-2-0")).toBe("5-5-5");
  });
});

describe("a tower's mark", () => {
  test("has a category, letters and tier bars, and a ring only for a paragon", () => {
    const upgrade = towerHtml("Absolute Zero", "0-5-2");
    expect(upgrade).toContain('data-category="primary"');
    expect(upgrade).toContain('data-letters="Ic"');
    expect(upgrade).toContain('data-tiers="0-5-2"');
    expect(upgrade).not.toContain("data-paragon");
    expect(towerHtml("Herald of Everfrost")).toContain("data-paragon");
  });

  test("has no bars for a hero, or for a tower type without recorded upgrades", () => {
    expect(towerHtml("Quincy", "0-5-2")).not.toContain("data-tiers");
    expect(towerHtml("Ice Monkey")).not.toContain("data-tiers");
    expect(towerHtml("Ice Monkey", "0-4-1")).toContain('data-tiers="0-4-1"');
  });

  test("is neutral for an unknown tower name", () => {
    const neutral = towerHtml("Some New Tower", "0-5-2");
    expect(neutral).not.toMatch(/data-(category|tiers)/);
    expect(neutral).toContain('data-letters="?"');
  });
});

describe("a map's plate", () => {
  test("shows the map's difficulty and abbreviation", () => {
    const plate = htmlOf(createElement(MapMark, { packed: "expert QD" }));
    expect(plate).toContain('data-difficulty="expert"');
    expect(plate).toContain('data-letters="QD"');
  });

  test("omits an abbreviation that does not fit, and shows no difficulty for an unlisted map", () => {
    expect(htmlOf(createElement(MapMark, { packed: "expert Middle" }))).toContain('data-letters=""');
    expect(htmlOf(createElement(MapMark, { packed: undefined }))).not.toContain("data-difficulty");
  });
});

test("labels are text; decoration is hidden from screen readers and has no text or inline style", () => {
  expect(htmlOf(createElement(OgStamp))).toMatch(/^<span class="[^"]*">OG<\/span>$/);
  expect(htmlOf(createElement(Ribbon, null, "Record"))).toMatch(/^<span class="[^"]*">Record<\/span>$/);
  const verdicts = (["done", "pending", "open", "unknown"] as const).map((verdict) =>
    htmlOf(createElement(VerdictSign, { verdict })),
  );
  const decoration = [
    ...FACTS.names.map(({ name }) => towerHtml(name)),
    htmlOf(createElement(MapMark, { packed: "expert QD" })),
    ...verdicts,
  ];
  for (const html of decoration) {
    expect(html).toContain('aria-hidden="true"');
    expect(html.replaceAll(/<[^>]*>/g, "")).toBe("");
    expect(html).not.toContain("style=");
  }
  expect(new Set(verdicts.map((html) => html.replace(/data-verdict="\w+"/, ""))).size).toBe(verdicts.length);
});
