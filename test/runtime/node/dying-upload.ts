import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

// Takes one upload in and records it, and kills itself (SIGKILL) at the step whose number is given. Steps are counted from
// one: before each call that changes the disk, before the row is written, and after it. With number 0 it lives, and prints
// how many steps there were. Run with: data file, media folder, id of a completion, number.

const [file = "", folder = "", completion = "", number = "0"] = process.argv.slice(2);

let steps = 0;
function step(): void {
  steps += 1;
  if (steps === Number(number)) process.kill(process.pid, "SIGKILL");
}

/** The same function with a step before each call. */
function stepped<Arguments extends unknown[], Answer>(
  call: (...given: Arguments) => Promise<Answer>,
): (...given: Arguments) => Promise<Answer> {
  return (...given) => {
    step();
    return call(...given);
  };
}

const { open } = fs;
Object.assign(fs, {
  mkdir: stepped(fs.mkdir),
  rename: stepped(fs.rename),
  rm: stepped(fs.rm),
  open: stepped(async (...given: Parameters<typeof open>) => {
    const handle = await open(...given);
    for (const name of ["appendFile", "sync", "close"] as const)
      Object.assign(handle, { [name]: stepped(handle[name].bind(handle) as () => Promise<void>) });
    return handle;
  }),
});
syncBuiltinESMExports();

const { receiveForms } = await import("../../../platform/node/uploads.ts");
const { openSqlite } = await import("../../../platform/node/sqlite.ts");
const { insertMedia } = await import("../../../server/data/media.ts");
const { LIMITS } = await import("../../factories.ts");
const { pictureWith } = await import("../../pictures.ts");

const form = new FormData();
form.append("image", new File([await pictureWith("image/jpeg")], "proof.jpg"));
const clip = new Uint8Array(500_000).fill(7);
clip.set([0x1a, 0x45, 0xdf, 0xa3, 0x87, 0x42, 0x82, 0x84, 0x77, 0x65, 0x62, 0x6d]);
form.append("attachments", new File([clip], "clip.webm"));

const database = openSqlite(file);
const request = new Request("http://localhost/", { method: "POST", body: form });
const { files } = await receiveForms(folder, LIMITS)(request, new Set(["image", "attachments"]));
const rows = files.map(({ field, ...received }, at) => {
  const key = field === "image" ? completion : `${completion}/attach/${at}`;
  return insertMedia({ key, ...received }, completion, new Date().toISOString());
});
step();
await database.atomic(rows);
step();
console.log(steps);
