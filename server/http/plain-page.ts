/** Returns a minimal page, for when no other page can be made, or none may cost anything. */
export const plainPage = (sentence: string, requestId: string | null = null): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>Please try again</title><h1>Please try again</h1><p>${sentence.replace(/[&<]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</p><p><a href="">Try again</a></p>` +
  `${requestId === null ? "" : `<p>Request <code>${requestId}</code></p>`}</html>`;
