import type { STOREFRONT_KEY, WORLDS_KEY } from '#usage/contract';

/** Filters besides the API keys: requests to the storefront have no API key, and those of worlds have keys of the worlds. */
export const OTHER_KEYS: { value: typeof STOREFRONT_KEY | typeof WORLDS_KEY; label: string }[] = [
  { value: 'storefront', label: 'Storefront' },
  { value: 'worlds', label: 'Worlds' },
];
