import { counted } from "../../game/counted.ts";

/** "$1,234" */
export const cash = (money: number): string => `$${counted(money)}`;
