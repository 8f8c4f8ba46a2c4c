import type { TestProject } from "vitest/node";
import { startGameServer } from "./index.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the stand-in for the game's server is: workerd cannot start one. */
    readonly gameServer: string;
  }
}

/** Starts the stand-in for the tests of a project. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { origin, stop } = await startGameServer();
  project.provide("gameServer", origin);
  return stop;
}
