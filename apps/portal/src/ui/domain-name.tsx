import { toUnicode } from 'punycode/punycode.es6.js';

/** A domain name in Unicode, followed by its ASCII form if different; with `short`, the ASCII form is only shown on hover. */
export function DomainName({ children: name, short }: { children: string; short?: boolean }) {
  const unicode = decode(name);
  if (unicode === name) return <span className="wrap-anywhere">{name}</span>;
  return (
    <span className="wrap-anywhere" title={name}>
      {unicode} {!short && <span className="text-xs font-normal text-muted">{name}</span>}
    </span>
  );
}

function decode(name: string): string {
  try {
    return toUnicode(name);
  } catch {
    return name; // not Punycode, although a label starts with `xn--`
  }
}
