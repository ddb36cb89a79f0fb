export const Logo = () => (
  <svg
    viewBox="0 0 32 32"
    width="26"
    height="26"
    strokeWidth="3.2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden
  >
    <rect width="32" height="32" rx="8" fill="#3451c7" />
    <path d="M10 23V9.5L22 22.5V9" fill="none" stroke="#fff" />
  </svg>
);
