/** Leaves a number's input when the wheel turns over it: the page scrolls, and the number stays as it was typed. */
export const leaveOnWheel = ({ currentTarget }: { readonly currentTarget: HTMLElement }): void =>
  currentTarget.blur();
