import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { towerMarkOf } from "../../game/marks.ts";
import { findTower, TOWER_NAMES } from "../../game/names.ts";
import { MapMark } from "./MapMark.tsx";
import { OgStamp } from "./OgStamp.tsx";
import { packMapMark, packTowerMark, unpackMapMark, unpackTowerMark } from "./packed.ts";
import { Ribbon } from "./Ribbon.tsx";
import { TowerMark } from "./TowerMark.tsx";
import { tiersShown } from "./tiers.ts";
import { VerdictSign } from "./VerdictSign.tsx";

const htmlOf = (element: ReactElement): string => renderToStaticMarkup(element);

function towerHtml(name: string, upgrades: string | null = null): string {
  const tower = findTower(name);
  const packed = tower ? packTowerMark(towerMarkOf(tower)) : undefined;
  return htmlOf(createElement(TowerMark, { packed, upgrades }));
}

describe("a packed mark", () => {
  test("comes out as it went in, for every tower's name", () => {
    for (const tower of TOWER_NAMES) {
      const { category, letters, tiers } = towerMarkOf(tower);
      const unpacked = unpackTowerMark(packTowerMark({ category, letters, tiers }));
      expect(unpacked).toEqual({ category, letters, tiers: tiers ?? undefined });
    }
  });

  test("of a map may have an abbreviation of several words", () => {
    expect(unpackMapMark(packMapMark("expert", "Q D"))).toEqual({
      difficulty: "expert",
      abbreviation: "Q D",
    });
  });
});

describe("the tiers that are drawn", () => {
  test("are the name's own where no upgrades are recorded, or none that can be read", () => {
    expect(tiersShown("0-5-0", null)).toBe("0-5-0");
    expect(tiersShown("0-5-0", "middle path")).toBe("0-5-0");
    expect(tiersShown("0-5-0", "0-6-0")).toBe("0-5-0");
  });

  test("have the crosspath where it is recorded, however it is written", () => {
    expect(tiersShown("0-5-0", "2-5-0")).toBe("2-5-0");
    expect(tiersShown("0-0-4", "204")).toBe("2-0-4");
    expect(tiersShown("0-0-0", " 0-0-0 ")).toBe("0-0-0");
  });

  test("are all that is recorded for a tower type", () => {
    expect(tiersShown(undefined, "0-2-5")).toBe("0-2-5");
    expect(tiersShown(undefined, null)).toBeUndefined();
  });

  test("are the name's own where the upgrades contradict it", () => {
    expect(tiersShown("0-5-0", "2-0-4")).toBe("0-5-0");
    expect(tiersShown("5-5-5", "5-2-0")).toBe("5-5-5");
  });
});

describe("a tower's mark", () => {
  test("has category, letters and bars, and a ring for a paragon alone", () => {
    const upgrade = towerHtml("Absolute Zero", "0-5-2");
    expect(upgrade).toContain('data-category="primary"');
    expect(upgrade).toContain('data-letters="Ic"');
    expect(upgrade).toContain('data-tiers="0-5-2"');
    expect(upgrade).not.toContain("data-paragon");
    expect(towerHtml("Herald of Everfrost")).toContain("data-paragon");
  });

  test("has no bars for a hero, whatever is recorded, and for a type of which nothing is", () => {
    expect(towerHtml("Quincy", "0-5-2")).not.toContain("data-tiers");
    expect(towerHtml("Ice Monkey")).not.toContain("data-tiers");
    expect(towerHtml("Ice Monkey", "0-4-1")).toContain('data-tiers="0-4-1"');
  });

  test("says nothing of a name that is no tower's", () => {
    const neutral = towerHtml("Some New Tower", "0-5-2");
    expect(neutral).not.toMatch(/data-(category|tiers)/);
    expect(neutral).toContain('data-letters="?"');
  });
});

describe("a map's plate", () => {
  test("has its difficulty and its abbreviation", () => {
    const plate = htmlOf(createElement(MapMark, { packed: "expert QD" }));
    expect(plate).toContain('data-difficulty="expert"');
    expect(plate).toContain('data-letters="QD"');
  });

  test("leaves out an abbreviation that has no room, and says nothing of a map that is not listed", () => {
    expect(htmlOf(createElement(MapMark, { packed: "expert Middle" }))).toContain('data-letters=""');
    expect(htmlOf(createElement(MapMark, { packed: undefined }))).not.toContain("data-difficulty");
  });
});

test("what is read is text, what is decoration is hidden and no text, and nothing has a style of its own", () => {
  expect(htmlOf(createElement(OgStamp))).toMatch(/^<span class="[^"]*">OG<\/span>$/);
  expect(htmlOf(createElement(Ribbon, null, "Record"))).toMatch(/^<span class="[^"]*">Record<\/span>$/);
  const verdicts = (["done", "pending", "open", "unknown"] as const).map((verdict) =>
    htmlOf(createElement(VerdictSign, { verdict })),
  );
  const decoration = [
    ...TOWER_NAMES.map(({ name }) => towerHtml(name)),
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
