/** Returns a type as people read it: "OG" is always in capitals, and the other types are ordinary words. */
export function nameOfType(type: string): string {
  return type === "og" ? "OG" : type.charAt(0).toUpperCase() + type.slice(1);
}
