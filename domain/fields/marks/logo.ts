/** The site's logo but for its check mark, in a box of 48: paths by colour, a balloon that carries an index card. */
export const LOGO = [
  [
    "#c63a1f",
    "M24 2C13.5 2 6 9.7 6 19.6c0 10.2 7.7 18 14.9 20.9L19.4 45h9.2l-1.5-4.5C34.3 37.6 42 29.8 42 19.6 42 9.7 34.5 2 24 2Z",
  ],
  [
    "#ef6c50",
    "M24 2C13.5 2 6 9.7 6 19.6c0 1.8.2 3.5.7 5.1C8.3 14.6 16.3 7.5 26.5 7.5c5 0 9.3 1.6 12.5 4.3C36.2 5.9 30.7 2 24 2Z",
  ],
  ["#fffdf8", "M13 14.5L14 13.5H22.2L24.7 16.2H34L35 17.2V31L34 32H14L13 31Z"],
] as const;
