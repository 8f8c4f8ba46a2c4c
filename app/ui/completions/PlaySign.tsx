/** Draws a disc that shows what a click does: play, or go elsewhere. Its container sets the size. */
export function PlaySign({ kind }: { kind: "play" | "link" }) {
  return (
    <svg viewBox="0 0 64 64" aria-hidden="true">
      <circle cx="32" cy="32" r="31" fill="var(--call)" />
      {kind === "play" ? (
        <path d="M26 20v24l20-12z" fill="var(--call-text)" />
      ) : (
        <path
          d="M24 24h-4v20h20v-4M30 20h14v14M44 20 28 36"
          fill="none"
          stroke="var(--call-text)"
          strokeWidth="4"
        />
      )}
    </svg>
  );
}
