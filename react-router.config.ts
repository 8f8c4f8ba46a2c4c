import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "ui",
  ssr: true,
  // The route manifest is one small file that browsers keep, instead of a request for more routes on each page.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
