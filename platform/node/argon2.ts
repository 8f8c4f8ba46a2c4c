import { hash, verify } from "@node-rs/argon2";
import type { PasswordHasher } from "../../packages/sign-in/accounts/passwords.ts";
import { PASSWORD_COST } from "../../packages/sign-in/config.ts";

/** Hashes passwords off the main thread. */
export const argon2: PasswordHasher = {
  hash: (password) => hash(password, PASSWORD_COST),
  verify: (passwordHash, password) => verify(passwordHash, password),
};
