import Argon2 from "@phi-ag/argon2";
import compiled from "@phi-ag/argon2/argon2.wasm";
import type { PasswordHasher } from "../../app/features/accounts/passwords.server.ts";
import { PASSWORD_COST } from "../sign-in/password-cost.ts";

let started: Promise<Argon2> | undefined;

/**
 * Starts Argon2 as WebAssembly, since Workers have no native modules. It takes 19 MiB of the isolate's memory once
 * needed.
 */
const start = (): Promise<Argon2> => {
  started ??= WebAssembly.instantiate(compiled).then((instance) => new Argon2(instance));
  return started;
};

/** Hashes passwords like platform/node/argon2.ts does; each verifies the other's hashes. */
export const argon2: PasswordHasher = {
  hash: async (password) => (await start()).hash(password, PASSWORD_COST).encoded,
  verify: async (passwordHash, password) => (await start()).tryVerify(passwordHash, password).success,
};
