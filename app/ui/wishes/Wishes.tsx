import { Link } from "react-router";
import { api, pages } from "../../../domain/contract/routes.ts";
import controls from "../../../domain/fields/controls.module.css";
import { Button } from "../../../domain/fields/controls.tsx";
import { counted } from "../../../domain/game/counted.ts";
import layout from "../components/layout.module.css";
import { Hidden } from "../components/layout.tsx";
import { ActionResult } from "../sign-in/ActionResult.tsx";
import { useSignIn } from "../sign-in/state.ts";
import { useAction } from "../sign-in/use-action.ts";
import { useApi } from "../sign-in/use-api.ts";
import { useWishes, type Wish, type Wishable } from "./use-wishes.ts";

/** "3 people wish for this." */
export const peopleInWords = (people: number): string =>
  people === 1 ? "1 person wishes for this." : `${counted(people)} people wish for this.`;

/** Wishes for one that is open, or takes the wish back. */
export function WishButton({ wish, onDone }: { wish: Wish; onDone: () => Promise<void> }) {
  const { post } = useApi();
  const action = useAction();
  const { own, people, challenge, towers, map, heading } = wish;
  if (own && own.reason !== null) return <>A helper removed your wish: {own.reason}</>;
  const change = (): void =>
    void action.run(async () => {
      if (own) await post(api.endWish(), { wish: own.wish });
      else await post(api.wish(), { challenge, towers: towers.join(","), map: map ?? "" });
      await onDone();
      return own ? "Wish removed." : "You will be told when it is verified.";
    });
  return (
    <>
      <Button isSmall isBusy={action.isRunning} onClick={change}>
        {own ? "Remove my wish" : people > 0 ? "I want this, too" : "I want this"}
        <Hidden>: {heading}</Hidden>
      </Button>
      <ActionResult action={action} />
    </>
  );
}

/**
 * How many people wish for these, and for what else an address has; who is signed in can do so, too. It is put in by the
 * browser, because no page is made from what people wish for.
 */
export function Wishes({ address, shown }: { address: string; shown: readonly Wishable[] }) {
  const { user } = useSignIn();
  const { wishes, hasCome, reload } = useWishes(address, shown);
  const listed = wishes.filter(({ people }) => user !== null || people > 0);
  if (!hasCome || listed.length === 0) return null;
  return (
    <section aria-label="Wishes">
      <ul className={layout.near}>
        {listed.map((wish) => (
          <li key={wish.heading} className={controls.row}>
            <span>
              {wish.heading}: {wish.people > 0 ? peopleInWords(wish.people) : "nobody wants this yet."}
            </span>
            {user && <WishButton wish={wish} onDone={reload} />}
          </li>
        ))}
      </ul>
      <p className={controls.row}>
        <Link to={pages.wanted()}>What is wanted most</Link>
      </p>
    </section>
  );
}
