/** Trouble with the machine that its owner can mend; the message says how. */
export class StartError extends Error {
  override readonly name = "StartError";
}
