/** Returns the http(s) address that a text is; null if it is none. */
export function webAddress(link: string): URL | null {
  const url = URL.parse(link);
  return url && /^https?:$/.test(url.protocol) ? url : null;
}
