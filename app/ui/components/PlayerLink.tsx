import { Link } from "react-router";
import { pages } from "../../../domain/contract/routes.ts";

/** A player's name, which leads to their page unless they hide it. */
export function PlayerLink({ name, hasPage = true }: { name: string; hasPage?: boolean }) {
  return hasPage ? (
    <Link to={pages.player(name)}>
      <bdi>{name}</bdi>
    </Link>
  ) : (
    <bdi>{name}</bdi>
  );
}
