// Preloaded into a process (`--import`): its clock is CLOCK_AHEAD milliseconds ahead, or back if that is negative.

const ahead = Number(process.env.CLOCK_AHEAD);
const { now } = Date;

globalThis.Date = class extends Date {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(now() + ahead);
    else super(...(given as [number]));
  }
  static override now(): number {
    return now() + ahead;
  }
} as DateConstructor;
