import { data } from "react-router";

/** Every path that no other page has leads here. The root's error page says so in words. */
export function loader() {
  throw data(null, { status: 404 });
}

export default function NotFoundPage() {
  return null;
}
