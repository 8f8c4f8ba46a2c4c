/** Resolved once the page's form has sent the text that is being typed; null while nothing is being typed. */
let typing: PromiseWithResolvers<void> | null = null;

/** Records whether a form has text that it will send in a moment. Until then any response is to an older text. */
export function setTyping(isTyping: boolean): void {
  if (isTyping) typing ??= Promise.withResolvers();
  else {
    typing?.resolve();
    typing = null;
  }
}

/** Waits until whatever has been typed has been sent. */
export const typedTextIsSent = async (): Promise<void> => typing?.promise;
