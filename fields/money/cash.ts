/** "$1,234" */
export const cash = (money: number): string => `$${money.toLocaleString("en-US")}`;
