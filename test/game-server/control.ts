import { documentOf, type GameAnswer } from "./answers.ts";

/**
 * Tells a running stand-in what to answer to those who ask at `url`, and asks it what it was asked.
 * @param name of a space whose url is known beforehand
 */
export function gameServerAt(origin: string, name: string = crypto.randomUUID()) {
  const space = `${origin}/${name}`;
  const call = async (code: string, init: RequestInit = {}): Promise<number> =>
    Number(await (await fetch(`${space}/control/${code}`, init)).text());
  const answer = (code: string, given: GameAnswer): Promise<number> =>
    call(code, { method: "PUT", body: JSON.stringify(given) });
  return {
    /** As CHALLENGE_CODES_URL takes it. */
    url: `${space}/challenge/`,
    /** From now on a code is answered so; "*": every code without an answer of its own. */
    answer,
    /** From now on a code has this challenge. */
    publish: (code: string, body: Readonly<Record<string, unknown>> = {}) =>
      answer(code, documentOf(code, body)),
    /** Forgets all answers. */
    reset: () => call("", { method: "DELETE" }),
    /** How often a code was asked for. */
    asked: (code: string) => call(code),
  };
}
