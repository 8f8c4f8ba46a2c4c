/** What every page and form says if nobody has recorded a fact, which is neither 0 nor No. */
export const NOT_KNOWN = "not known";
