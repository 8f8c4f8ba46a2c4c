/** What the site says where nobody has recorded a fact, on every page and in every form: it is neither 0 nor No. */
export const NOT_KNOWN = "not known";
