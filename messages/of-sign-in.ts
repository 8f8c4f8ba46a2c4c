import { enOfSignIn } from "./en-of-sign-in.ts";

/** The codes of what a page says about the sign-in provider's answers. */
export type SignInCode = keyof typeof enOfSignIn;

/** Returns the sentence of a code. */
export const sayOfSignIn = (code: SignInCode): string => enOfSignIn[code];
