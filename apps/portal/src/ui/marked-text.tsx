const CODE = /`([^`]+)`/;

/** Server text; backticks mark code. */
export const MarkedText = ({ children }: { children: string }) =>
  // Every second part is the text between two backticks.
  children.split(CODE).map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>));
