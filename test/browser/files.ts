import { test as base } from "@playwright/test";
import sharp from "sharp";
import { noise } from "../pictures.ts";

/** A file for a form to upload. */
export interface Upload {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** Made once per worker. Tests tell their completions apart by unique players. */
interface Files {
  /** About 800 kB, which do not compress. */
  readonly picture: Upload;
  readonly clip: Upload;
}

/** Tests with files to upload. */
export const test = base.extend<object, Files>({
  picture: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to read what a fixture needs
    async ({}, use) => {
      const raw = { width: 512, height: 512, channels: 3 } as const;
      const buffer = await sharp(noise(512, 512), { raw }).png().toBuffer();
      await use({ name: "victory.png", mimeType: "image/png", buffer });
    },
    { scope: "worker" },
  ],
  // Recorded by the browser, so that it can play it.
  clip: [
    async ({ browser }, use) => {
      const page = await browser.newPage();
      const bytes = await page.evaluate(async () => {
        const canvas = document.createElement("canvas");
        [canvas.width, canvas.height] = [64, 48];
        const picture = canvas.getContext("2d");
        const recorder = new MediaRecorder(canvas.captureStream(), { mimeType: "video/webm;codecs=vp8" });
        const recorded = new Promise<Blob>((resolve) => {
          recorder.ondataavailable = ({ data }) => resolve(data);
        });
        recorder.start();
        for (let frame = 0; frame < 12; frame += 1) {
          await new Promise(requestAnimationFrame);
          picture?.fillRect(frame * 4, 0, 4, 48);
        }
        recorder.stop();
        return Array.from(new Uint8Array(await (await recorded).arrayBuffer()));
      });
      await page.close();
      await use({ name: "round-100.webm", mimeType: "video/webm", buffer: Buffer.from(bytes) });
    },
    { scope: "worker" },
  ],
});
