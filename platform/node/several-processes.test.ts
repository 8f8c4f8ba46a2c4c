import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, expect, test } from "vitest";
import { endAll, startProcess } from "../../test/node/processes.ts";
import { newFolder } from "../../test/node/site.ts";

afterEach(endAll);

test.each(["off", "on"])(
  "two first starts at once on an empty folder, with samples %s, make one site",
  async (sample) => {
    const folder = newFolder();
    const sites = await Promise.all(
      [1, 2].map(() => startProcess({ DATA_DIR: folder, SAMPLE_DATA: sample })),
    );
    for (const { origin } of sites) {
      for (const path of ["/", "/2tc", "/healthz/ready"])
        expect((await fetch(origin + path)).status, path).toBe(200);
    }
    const said = sites.map(({ printed }) => printed()).join("");
    for (const once of ["applied migration 0001", "loaded 87 maps", "made the administrator", "its password"])
      expect(said.split(once).length - 1, once).toBe(1);
    expect(said.split("sample completions").length - 1).toBe(sample === "on" ? 1 : 0);
    expect(said).not.toMatch(/error/i);
    const database = new DatabaseSync(join(folder, "index.sqlite"), { readOnly: true });
    const count = (what: string) => database.prepare(`select count(*) as count from ${what}`).get()?.count;
    expect({
      seeds:
        count("(select distinct noun from change where action = 'seed')") ===
        count("change where action = 'seed'"),
      administrators: count("account"),
      tokenKeys: count("sign_in_key where use = 'token'"),
      cookieKeys: count("sign_in_key where use = 'cookie'"),
      loads: count("change where noun = 'sample'"),
    }).toEqual({
      seeds: true,
      administrators: 1,
      tokenKeys: 1,
      cookieKeys: 1,
      loads: sample === "on" ? 1 : 0,
    });
    database.close();
  },
);
