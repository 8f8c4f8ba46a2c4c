/** Whether a text can be the key of a challenge, which is part of addresses and of the names of sources. */
export const isChallengeKey = (text: string): boolean => /^[a-z0-9]+$/.test(text);
