import { startGameServer } from "./index.ts";

// For the browser's tests, whose sites are processes of their own.
await startGameServer(Number(process.env.PORT));
