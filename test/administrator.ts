/** The administrator of every site that the tests start. */
export const ADMINISTRATOR = { email: "boss@example.org", password: "the boss's own words" } as const;
