import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  ssr: true,
  // One small route manifest that browsers cache, instead of a request for more routes on each page.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
