import { splitAtAddresses } from "../../../domain/fields/link/addresses.ts";

/** What somebody wrote, as it is, with the web addresses in it as links. */
export function LinkedText({ text }: { text: string }) {
  return splitAtAddresses(text).map(({ text: part, isAddress }, at) => {
    // The same text always has the same parts.
    const key = `${at} ${part}`;
    return isAddress ? (
      <a key={key} href={part} rel="noopener nofollow ugc">
        {part}
      </a>
    ) : (
      <span key={key}>{part}</span>
    );
  });
}
