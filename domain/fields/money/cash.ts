import { counted } from "../../game/counted.ts";

/** Formats cash: "$1,234". */
export const cash = (money: number): string => `$${counted(money)}`;
