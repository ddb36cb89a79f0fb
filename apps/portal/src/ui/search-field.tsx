import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Input } from './field';

const WAIT_MS = 350;

/** Text that is searched for once it has not changed for a moment, or at once with Enter. */
export function SearchField(props: {
  label: string;
  value: string;
  /** Undefined when there is nothing to search for. */
  onChange: (value: string | undefined) => void;
  short?: boolean;
}) {
  const { value, onChange } = props;
  const [text, setText] = useState(value);
  const [known, setKnown] = useState({ value, sent: value });
  // What somebody else put into the address goes into the field; what came from the field is there already.
  if (value !== known.value) {
    setKnown({ ...known, value });
    if (value !== known.sent) setText(value);
  }

  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  }, [onChange]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (text: string, afterMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const sent = text.trim();
      setKnown(known => ({ ...known, sent }));
      latest.current(sent || undefined);
    }, afterMs);
  };

  return (
    <span className={`search ${props.short ? 'search-short' : ''}`}>
      <Search size={15} aria-hidden />
      <Input
        type="search"
        aria-label={props.label}
        placeholder={props.label}
        value={text}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        onChange={event => {
          setText(event.target.value);
          search(event.target.value, WAIT_MS);
        }}
        onKeyDown={event => event.key === 'Enter' && search(text, 0)}
      />
    </span>
  );
}
