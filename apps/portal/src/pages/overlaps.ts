/** How long a replaced key or signing secret stays valid, in hours. */
export const OVERLAPS = [
  { value: '0', label: 'Immediately' },
  { value: '1', label: 'In 1 hour' },
  { value: '24', label: 'In 1 day' },
  { value: '72', label: 'In 3 days' },
  { value: '168', label: 'In 7 days' },
];
