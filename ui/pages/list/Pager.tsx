import { counted } from "../../../game/counted.ts";
import { pages } from "../../../routes.ts";
import controls from "../../components/Controls.module.css";
import classes from "./list.module.css";
import type { ListPageData } from "./load.server.ts";

/** Id of the form of the list's controls. The pager's buttons submit it, so they work without script. */
export const FORM_ID = "list-controls";

/** Id of the place where the rows begin, to which Previous and Next lead. */
export const RESULTS_ID = "results";

type Page = NonNullable<Extract<ListPageData["content"], { view: "list" }>["page"]>;

interface Props {
  readonly challenge: Pick<ListPageData["challenge"], "key">;
  readonly page: Page;
  /** Whether it is the one below the table, which is not read out again. */
  readonly repeated?: boolean;
}

/** "Results X to Y of Z" (SPEC section 4). On a phone, beside chips, only the number is shown. */
export function Counter({ page, repeated = false }: Omit<Props, "challenge">) {
  const { offset, count, results } = page;
  const first = results.length === 0 ? 0 : offset + 1;
  const last = results.length === 0 ? 0 : offset + results.length;
  return (
    <p className={classes.counter} aria-live={repeated ? "off" : "polite"} data-count={counted(count)}>
      Results {counted(first)} to {counted(last)} of {counted(count)}
    </p>
  );
}

/** Previous and Next. */
export function Turn({ challenge, page: { offset, size, more } }: Props) {
  const turn = {
    type: "submit",
    form: FORM_ID,
    formAction: `${pages.list(challenge.key)}#${RESULTS_ID}`,
    name: "offset",
    className: controls.button,
  } as const;
  return (
    <div className={classes.turn}>
      <button {...turn} value={Math.max(offset - size, 0)} disabled={offset === 0}>
        Previous
      </button>
      <button {...turn} value={offset + size} disabled={!more} data-next="">
        Next
      </button>
    </div>
  );
}
