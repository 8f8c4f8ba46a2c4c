import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";

// The test files of a worker share its database and its bucket, so each resets them first. A binding that has been idle
// needs a request before that, because only what is awake is reset.
await Promise.all([env.DB.prepare("select 1").run(), env.MEDIA.head("-")]);
await reset();
await applyD1Migrations(env.DB, env.MIGRATIONS);
