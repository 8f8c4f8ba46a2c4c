import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type UserConfig } from "vite";
import { developmentServer } from "./scripts/vite/development-server.ts";

export default defineConfig(({ command }) => ({
  publicDir: "ui/public",
  plugins: [developmentServer("platform/node/dev.ts"), reactRouter()],
  build: {
    // React Router removes Vite's manifest otherwise; scripts measure the first load with it.
    manifest: true,
    sourcemap: false,
    // Small images stay files: a data: address cannot be cached on its own.
    assetsInlineLimit: 0,
  },
  // Known beforehand, or the first page of a fresh clone would load twice in development.
  optimizeDeps: {
    include: [
      "react",
      "react/jsx-dev-runtime",
      "react-dom/client",
      "react-router",
      "react-router/dom",
      "@mantine/core",
    ],
  },
  environments: {
    client: {
      build: { rolldownOptions: { output: { codeSplitting: { groups: [vendor, site, values, list] } } } },
    },
    ssr: { build: { rolldownOptions: { output: { codeSplitting: false } } } },
  },
  ...(command === "build" ? serverBundle : {}),
}));

/** One server bundle with everything in it, for Node and for workerd: so no condition and no variable of Node alone. */
const serverBundle: UserConfig = {
  ssr: { noExternal: true, resolve: { conditions: ["workerd", "edge-light", "module", "production"] } },
  define: { "process.env.NODE_ENV": '"production"' },
};

/** What every page needs and what changes least: one file in place of several, and it compresses better. */
const vendor = {
  name: "vendor",
  test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
};

/** The same for what most pages of ours share; its parts alone are too small to compress well. */
const site = { name: "site", minShareCount: 12, test: /\/(ui|contract)\/|\/routes\.ts/ };

/** What shows the values of a completion, wherever there are some. */
const values = { name: "values", test: /\/fields\/(marks\/|cells|\w+\/(Cell|TowerChip))/ };

/** What every state of a list needs: else what its parts share with it would be files of their own. */
const list = { name: "list", test: /\/ui\/pages\/list\/(Chips|Waiting|trouble|use-)/, minShareCount: 2 };
