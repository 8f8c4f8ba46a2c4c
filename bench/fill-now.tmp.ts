import { fill } from "./fill.ts";

const begun = Date.now();
(await fill("/tmp/b1m/data", 1_000_000)).close();
console.log("filled in", (Date.now() - begun) / 1000);
