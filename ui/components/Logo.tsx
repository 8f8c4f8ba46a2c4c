/** The logo: a balloon that carries an index card with a check mark. Decorative: the name stands beside it. */
export function Logo({ size = 36 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <path
        fill="#c63a1f"
        d="M24 2C13.5 2 6 9.7 6 19.6c0 10.2 7.7 18 14.9 20.9L19.4 45h9.2l-1.5-4.5C34.3 37.6 42 29.8 42 19.6 42 9.7 34.5 2 24 2Z"
      />
      <path
        fill="#ef6c50"
        d="M24 2C13.5 2 6 9.7 6 19.6c0 1.8.2 3.5.7 5.1C8.3 14.6 16.3 7.5 26.5 7.5c5 0 9.3 1.6 12.5 4.3C36.2 5.9 30.7 2 24 2Z"
      />
      <path
        fill="#fffdf8"
        d="M13 14.5a1 1 0 0 1 1-1h8.2a1 1 0 0 1 .8.4l1.7 2.3H34a1 1 0 0 1 1 1V31a1 1 0 0 1-1 1H14a1 1 0 0 1-1-1Z"
      />
      <path fill="none" stroke="#d9d1be" strokeWidth="1.2" d="M13 19.4h22" />
      <path
        fill="none"
        stroke="#0a5d55"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="m18.4 25.4 4 4 7.6-7.6"
      />
    </svg>
  );
}
