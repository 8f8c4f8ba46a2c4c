/** The query parameters that filter balance changes, on their page and in the API, in canonical order. */
export const BALANCE_CHANGE_PARAMETERS = ["tower", "version", "version_end"] as const;
