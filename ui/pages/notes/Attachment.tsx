import { useBrokenMedia } from "../../components/use-broken-media.ts";
import type { Medium } from "./load.server.ts";

interface Props {
  readonly medium: Medium;
  /** "Proof", "Attachment 2". */
  readonly name: string;
}

/** A picture or a video of a completion; where its file is not there, a sentence that says so. */
export function Attachment({ medium, name }: Props) {
  if (medium.isMissing) return <Missing name={name} />;
  return medium.isVideo ? <Video medium={medium} name={name} /> : <Picture medium={medium} name={name} />;
}

function Video({ medium, name }: Props) {
  const { isBroken, media } = useBrokenMedia<HTMLVideoElement>();
  if (isBroken) return <Missing name={name} />;
  // Players' recordings come without captions.
  return <video {...media} src={medium.url} controls preload="metadata" aria-label={name} />;
}

function Picture({ medium, name }: Props) {
  const { isBroken, media } = useBrokenMedia<HTMLImageElement>();
  if (isBroken) return <Missing name={name} />;
  return (
    <a href={medium.url}>
      <img {...media} src={medium.url} alt={name} loading="lazy" />
    </a>
  );
}

function Missing({ name }: Pick<Props, "name">) {
  return (
    <p>{name} cannot be shown: its file is missing or damaged. If it is yours, please upload it again.</p>
  );
}
