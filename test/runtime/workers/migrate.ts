import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";

// The files of a worker share its database and its bucket: each finds them as the first one does. What has been idle for a
// while is asked for something first, because only what is awake is reset.
await Promise.all([env.DB.prepare("select 1").run(), env.MEDIA.head("-")]);
await reset();
await applyD1Migrations(env.DB, env.MIGRATIONS);
