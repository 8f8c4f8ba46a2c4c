import { enOfSignIn } from "./en-of-sign-in.ts";

/** What the page says of an answer of the sign-in provider, by its code. */
export type SignInCode = keyof typeof enOfSignIn;

/** Its sentence. */
export const sayOfSignIn = (code: SignInCode): string => enOfSignIn[code];
