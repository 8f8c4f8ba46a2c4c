/** A problem with the machine that its owner can fix; the message says how. */
export class StartError extends Error {
  override readonly name = "StartError";
}
