/** A domain name in Unicode, followed by its ASCII form if that differs; `short` shows the ASCII form on hover only. */
export function DomainName({ children: name, short }: { children: string; short?: boolean }) {
  const unicode = toUnicode(name);
  if (unicode === name) return <span className="wrap-anywhere">{name}</span>;
  return (
    <span className="wrap-anywhere" title={name}>
      {unicode} {!short && <span className="faint ascii-name">{name}</span>}
    </span>
  );
}

/** Decodes each A-label (RFC 5891); invalid labels stay as they are. */
const toUnicode = (name: string) =>
  name
    .split('.')
    .map(label => (label.startsWith('xn--') ? decodePunycode(label.slice(4)) : undefined) ?? label)
    .join('.');

/** Decodes Punycode with the parameters of RFC 3492, section 5; undefined for invalid input. */
function decodePunycode(text: string): string | undefined {
  if (text === '') return undefined;
  const end = text.lastIndexOf('-');
  const letters = Array.from(text.slice(0, Math.max(end, 0)), letter => letter.codePointAt(0)!);
  let [code, bias, index, at] = [128, 72, 0, end + 1];
  while (at < text.length) {
    const start = index;
    for (let weight = 1, k = 36; ; k += 36) {
      const digit = '0123456789'.includes(text[at]!) ? Number(text[at]) + 26 : text.charCodeAt(at) - 97;
      at++;
      if (!(digit >= 0 && digit < 36)) return undefined;
      index += digit * weight;
      const threshold = Math.min(26, Math.max(1, k - bias));
      if (digit < threshold) break;
      weight *= 36 - threshold;
    }
    const count = letters.length + 1;
    bias = adapt(index - start, count, start === 0);
    code += Math.floor(index / count);
    index %= count;
    if (code > 0x10ffff) return undefined;
    letters.splice(index++, 0, code);
  }
  return String.fromCodePoint(...letters);
}

function adapt(delta: number, count: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / 700) : delta >> 1;
  rest += Math.floor(rest / count);
  let k = 0;
  for (; rest > 455; k += 36) rest = Math.floor(rest / 35);
  return k + Math.floor((36 * rest) / (rest + 38));
}
