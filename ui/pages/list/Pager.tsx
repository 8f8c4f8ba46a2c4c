import { Button } from "@mantine/core";
import classes from "./list.module.css";
import type { ListPageData } from "./load.server.ts";

/** The form of the list's controls, which the buttons submit: they work without script. */
export const FORM_ID = "list-controls";

type Page = NonNullable<Extract<ListPageData["content"], { view: "list" }>["page"]>;

/** "Results X to Y of Z" with Previous and Next (SPEC section 4). `repeated`: below the table, where it is not read out again. */
export function Pager({ page, repeated = false }: { page: Page; repeated?: boolean }) {
  const { offset, size, count, more, results } = page;
  const counted = (number: number): string => number.toLocaleString("en-US");
  const first = results.length === 0 ? 0 : offset + 1;
  const last = results.length === 0 ? 0 : offset + results.length;
  return (
    <div className={classes.pager}>
      <p className={classes.counter} aria-live={repeated ? "off" : "polite"}>
        Results {counted(first)} to {counted(last)} of {counted(count)}
      </p>
      <div className={classes.turn}>
        <Button
          type="submit"
          form={FORM_ID}
          name="offset"
          value={Math.max(offset - size, 0)}
          variant="default"
          disabled={offset === 0}
        >
          Previous
        </Button>
        <Button
          type="submit"
          form={FORM_ID}
          name="offset"
          value={offset + size}
          variant="default"
          disabled={!more}
        >
          Next
        </Button>
      </div>
    </div>
  );
}
