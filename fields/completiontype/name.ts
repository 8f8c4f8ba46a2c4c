/** As people read it: "OG" is spelled in capitals everywhere; the other types are words. */
export function nameOfType(type: string): string {
  return type === "og" ? "OG" : type.charAt(0).toUpperCase() + type.slice(1);
}
