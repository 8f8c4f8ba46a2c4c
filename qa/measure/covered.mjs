// Loaded before a site that is measured. Its parent asks by a message for the functions that ran since the last one.

import { Session } from "node:inspector/promises";

const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });

process.on("message", async () => {
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const ran = result
    .filter(({ url }) => url.startsWith("file:"))
    .map(({ url, functions }) => ({
      url,
      starts: functions.flatMap(({ ranges: [range] }) =>
        range && range.count > 0 ? [range.startOffset] : [],
      ),
    }));
  process.send?.(ran.filter(({ starts }) => starts.length > 0));
});
