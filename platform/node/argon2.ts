import { hash, verify } from "@node-rs/argon2";
import type { PasswordHasher } from "../../server/accounts/passwords.ts";

/** Argon2id with the parameters that OWASP's password storage guide gives for 19 MiB; about 20 to 70 ms of one core. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashes passwords in threads of its own. */
export const argon2: PasswordHasher = {
  hash: (password) => hash(password, OPTIONS),
  verify: (passwordHash, password) => verify(passwordHash, password),
};
