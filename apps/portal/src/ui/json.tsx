/** JSON with its parts told apart, for reading. */
const PARTS = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g;

export function Json({ value }: { value: unknown }) {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(PARTS)) {
    const [whole, string, colon, word] = match;
    parts.push(text.slice(end, match.index));
    const kind = string ? (colon ? 'name' : 'string') : word ? 'word' : 'number';
    parts.push(
      <span key={match.index} className={`json-${kind}`}>
        {string ?? whole}
      </span>,
      colon ?? '',
    );
    end = match.index + whole.length;
  }
  parts.push(text.slice(end));
  return <code>{parts}</code>;
}

/** What was sent, laid out when it is JSON and as it is when it is not. */
export function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
