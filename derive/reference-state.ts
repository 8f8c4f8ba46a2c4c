/** Query parameters of the reference pages, in canonical order. Others are ignored. */

/** What narrows and orders the gallery of maps. */
export const GALLERY_PARAMETERS = [
  ...(["difficulty", "water", "los", "version", "entrances"] as const),
  ...(["length_min", "length_max", "sort"] as const),
] as const;

/** What narrows the balance changes, on their page and in the API. */
export const BALANCE_CHANGE_PARAMETERS = ["tower", "version", "version_end"] as const;
