import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";

// The files of a worker share its database and its bucket: each finds them as the first one does.
await reset();
await applyD1Migrations(env.DB, env.MIGRATIONS);
