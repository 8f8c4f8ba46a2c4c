/**
 * Returns what sends a form whose body arrives only when somebody reads it, after `before` has run: whoever reads it has
 * let its sender in.
 */
export function lateForm(
  fields: Readonly<Record<string, string>>,
  authorization: string,
  before: () => unknown,
): RequestInit {
  const bytes = new TextEncoder().encode(new URLSearchParams(fields).toString());
  const body = new ReadableStream({
    // Unlike a stream of another type, it pulls nothing ahead of a reader, and workerd can read it.
    type: "bytes",
    async pull(controller) {
      await before();
      controller.enqueue(bytes.slice());
      controller.close();
    },
  });
  const headers = {
    Authorization: authorization,
    "Content-Type": "application/x-www-form-urlencoded",
    "Content-Length": String(bytes.length),
  };
  return { method: "POST", body, headers, duplex: "half" } as RequestInit;
}
