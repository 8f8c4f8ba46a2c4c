import { useEffect } from "react";
import type { KeptCopiesAnswer, KeptCopy } from "../../../domain/contract/kept-copies.ts";
import { api } from "../../../domain/contract/routes.ts";
import { sizeInWords } from "../forms/upload.ts";
import { useAnswer } from "../sign-in/use-answer.ts";

/** Milliseconds between two looks at a copy that is being made. */
const EVERY = 3_000;

/** Says of a copy whether it is being made, is there, or why it is not. */
export function copyInWords({ state, why, bytes }: Pick<KeptCopy, "state" | "why" | "bytes">): string {
  if (state === "due") return "Copying the picture …";
  return state === "failed"
    ? `No copy: ${why}`
    : `A copy of the picture is kept (${sizeInWords(bytes ?? 0)}).`;
}

/** Says what becomes of the copies of a completion's pictures, until all are made. */
export function CopyProgress({ filekey }: { filekey: string }) {
  const { body, reload } = useAnswer<KeptCopiesAnswer>(api.keptCopies({ filekey }));
  const isUnderWay = body?.results.some(({ state }) => state === "due") ?? false;
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setInterval(() => void reload(), EVERY);
    return () => clearInterval(timer);
  }, [isUnderWay, reload]);
  return (
    <div role="status">
      {body?.results.map((copy) => (
        <p key={copy.url}>{copyInWords(copy)}</p>
      ))}
    </div>
  );
}
