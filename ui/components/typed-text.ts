/** What is settled once a page's form has sent the text that is being typed; null: nothing is being typed. */
let typing: { readonly sent: Promise<void>; readonly settle: () => void } | null = null;

/** A form has text that it will ask for in a moment, or not: any answer until then is to an older one. */
export function setTyping(isTyping: boolean): void {
  if (!isTyping) {
    typing?.settle();
    typing = null;
  } else if (typing === null) {
    let settle = (): void => {};
    const sent = new Promise<void>((resolve) => {
      settle = resolve;
    });
    typing = { sent, settle };
  }
}

/** Until whatever has been typed has been asked for. */
export const typedTextIsSent = async (): Promise<void> => typing?.sent;
