/** Settled once a page's form has sent the text that is being typed; null: nothing is being typed. */
let typing: PromiseWithResolvers<void> | null = null;

/** A form has text that it will ask for in a moment, or not: any answer until then is to an older one. */
export function setTyping(isTyping: boolean): void {
  if (isTyping) typing ??= Promise.withResolvers();
  else {
    typing?.resolve();
    typing = null;
  }
}

/** Until whatever has been typed has been asked for. */
export const typedTextIsSent = async (): Promise<void> => typing?.promise;
