/** The words of a list with commas between them. */
export const words = (text: string): string[] =>
  text
    .split(',')
    .map(word => word.trim())
    .filter(Boolean);
