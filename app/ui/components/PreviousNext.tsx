import { Link } from "react-router";
import controls from "../../../domain/fields/controls.module.css";
import { Button } from "../../../domain/fields/controls.tsx";

interface Props {
  /** How many come before this page. */
  readonly offset: number;
  /** How many a page has. */
  readonly size: number;
  readonly more: boolean;
  /** The address of the page that begins there. */
  readonly to?: (offset: number) => string;
  /** Called instead, where a page has no address of its own. */
  readonly onTurn?: (offset: number) => void;
}

/** Previous and Next below a list; nothing where one page has it all. Links work without a script. */
export function PreviousNext({ offset, size, more, to, onTurn }: Props) {
  if (offset === 0 && !more) return null;
  const turns = [
    { label: "Previous", at: Math.max(offset - size, 0), isThere: offset > 0 },
    { label: "Next", at: offset + size, isThere: more },
  ];
  return (
    <nav aria-label="Pages" className={controls.turns}>
      {turns.map(({ label, at, isThere }) =>
        to ? (
          isThere && (
            <Link key={label} to={to(at)} className={controls.button}>
              {label}
            </Link>
          )
        ) : (
          <Button key={label} disabled={!isThere} onClick={() => onTurn?.(at)}>
            {label}
          </Button>
        ),
      )}
    </nav>
  );
}
