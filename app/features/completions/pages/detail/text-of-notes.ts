const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/**
 * Returns the text of notes that the server has rendered: of its HTML alone, in which every other sign is escaped. What
 * stands in a line of its own, or in a cell, is divided by a blank.
 */
export const textOfNotes = (html: string): string =>
  html
    .replace(/<\/?(?:a|code|em|strong|s|sup|sub)\b[^>]*>/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&(amp|lt|gt|quot);/g, (sign, name: string) => ENTITIES[name] ?? sign);
