/** The namespace of our names; any fixed UUID will do (RFC 9562, section 6.5). */
const NAMESPACE = "5d0d8a5e-6f0b-4c8e-9f4c-2b1d6c0e7a31";

/** Returns the UUID of a name (version 5, RFC 9562 section 5.5), which is the same everywhere and for ever. */
export async function nameUuid(name: string): Promise<string> {
  const namespace = Uint8Array.from(NAMESPACE.replaceAll("-", "").match(/../g) ?? [], (hex) =>
    Number.parseInt(hex, 16),
  );
  const text = new TextEncoder().encode(name);
  const bytes = new Uint8Array(namespace.length + text.length);
  bytes.set(namespace);
  bytes.set(text, namespace.length);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-1", bytes)).subarray(0, 16);
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
