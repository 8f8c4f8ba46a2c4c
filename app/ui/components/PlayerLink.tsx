import { Link } from "react-router";
import { pages } from "../../../domain/contract/routes.ts";
import { ERASED_NAME } from "../../../domain/game/name-key.ts";

/** A player's name, which leads to their page unless they hide it or have erased the name. */
export function PlayerLink({ name, hasPage = name !== ERASED_NAME }: { name: string; hasPage?: boolean }) {
  return hasPage ? (
    <Link to={pages.player(name)}>
      <bdi>{name}</bdi>
    </Link>
  ) : (
    <bdi>{name}</bdi>
  );
}
