import { CHALLENGES } from "../../../../../domain/challenges/index.ts";
import type { PageContext } from "../../../../../domain/contract/page-context.ts";
import { players } from "../../../../../domain/contract/players.ts";
import { boardName } from "../../../../../domain/lists/boards.ts";
import { askWithStatus } from "../../../../ui/ask.server.ts";
import type { Option, OptionGroup } from "../../../../ui/components/SelectField.tsx";

/** Lines on a page. */
const SIZE = 50;

const PARAMETERS = ["query", "board", "year", "offset"] as const;

const boards = [...CHALLENGES.values()];

/** Every board but that of all completions. */
const BOARDS: readonly (Option | OptionGroup)[] = [
  { value: boardName({ challenge: null, ogOnly: true }), label: "All OGs" },
  {
    group: "One challenge",
    items: boards.map(({ key, label }) => ({ value: key, label })),
  },
  {
    group: "Its OGs",
    items: boards.flatMap(({ key, label, og }) =>
      og ? [{ value: boardName({ challenge: key, ogOnly: true }), label: `OGs of ${label}` }] : [],
    ),
  },
];

/** Loads a page of the board that the address asks for, and the choices for its filters. */
export async function loadBoard(search: URLSearchParams, context: PageContext) {
  const given = PARAMETERS.map((name) => [name, search.get(name)?.trim() ?? ""] as const);
  const parameters: Record<string, string> = Object.fromEntries(given.filter(([, value]) => value !== ""));
  const { body, error, status } = await askWithStatus(context, players, { ...parameters, count: SIZE });
  const board = parameters.board?.toLowerCase() ?? "";
  return {
    ...{ parameters, boards: BOARDS, board: body, error, status, size: SIZE },
    byOriginals: board.endsWith("ogs"),
    of: CHALLENGES.get(board.replace(/-ogs$/, ""))?.label ?? null,
  };
}
