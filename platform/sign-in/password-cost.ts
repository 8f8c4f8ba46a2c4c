/** Argon2id with the parameters of OWASP's password storage guide for 19 MiB; about 20 to 70 ms of one core. */
export const PASSWORD_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
