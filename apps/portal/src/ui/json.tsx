const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g;

const COLORS = { name: 'text-accent', string: 'text-ok', number: 'text-warn', literal: 'text-warn' };

/** JSON with syntax highlighting. A string is shown without quotes, because it may contain JSON. */
export function Json({ value }: { value: unknown }) {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(TOKENS)) {
    const [token, string, colon, literal] = match;
    parts.push(text.slice(end, match.index));
    const kind = string ? (colon ? 'name' : 'string') : literal ? 'literal' : 'number';
    parts.push(
      <span key={match.index} className={COLORS[kind]}>
        {string ?? token}
      </span>,
      colon ?? '',
    );
    end = match.index + token.length;
  }
  parts.push(text.slice(end));
  return <code>{parts}</code>;
}

/** Indents JSON; other text stays as it is. */
export function indentJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
