/** Pictures of a map that browsers may offer to choose from (SPEC section 5, "Map form"). */
export const PICTURES = "image/jpeg,image/png,image/gif,image/webp,image/apng";

/** The same for people. */
export const PICTURES_IN_WORDS = "JPEG, PNG, GIF, WebP or APNG";
