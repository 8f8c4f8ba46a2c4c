import { type APIRequestContext, expect, type Locator, type Page } from "@playwright/test";
import { api } from "../../domain/contract/routes.ts";
import { linkBox } from "./completions.ts";

/** What a video link looks like; nothing is fetched from there. */
export const VIDEO = "https://www.youtube.com/watch?v=aqz-KE-bpKQ";

/** Counts what somebody does with a finger: taps, and boxes that they type into (each needs a tap before). */
export class Finger {
  taps = 0;
  typed = 0;

  async tap(control: Locator): Promise<void> {
    this.taps += 1;
    await control.tap();
  }

  async type(box: Locator, text: string): Promise<void> {
    await this.tap(box);
    await expect(box).toBeFocused();
    this.typed += 1;
    await box.pressSequentially(text);
  }

  /** Opens the browser's own list and takes a line of it. */
  async choose(list: Locator, line: string): Promise<void> {
    this.taps += 2;
    await list.selectOption(line);
  }
}

/** Gives a video as all of the proof. */
export async function giveVideo(page: Page, finger: Finger): Promise<void> {
  await finger.tap(page.getByRole("radio", { name: "Link", exact: true }));
  await finger.type(linkBox(page), VIDEO);
  for (const slot of ["Tower set-up", "Recording"])
    await finger.tap(page.getByRole("button", { name: `${slot} The linked video shows this too` }));
}

/** Returns a hero that no 2TC has together with a tower. */
export async function heroWithout(request: APIRequestContext, tower1: string): Promise<string> {
  for (const tower2 of ["Quincy", "Ezili", "Etienne", "Benjamin", "Psi"]) {
    const list = await request.get(api.list("2tc", { tower1, tower2, count: 0 }));
    if ((await list.json()).count === 0) return tower2;
  }
  throw new Error(`Every hero has a 2TC with ${tower1}`);
}
