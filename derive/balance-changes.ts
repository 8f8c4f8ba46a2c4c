/** What narrows the balance changes, on their page and in the API: query parameters in canonical order. */
export const BALANCE_CHANGE_PARAMETERS = ["tower", "version", "version_end"] as const;
