import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

const DEBOUNCE_MS = 350;

/** A search field; calls `onChange` when typing pauses, or on Enter. */
export function SearchField(props: {
  label: string;
  value: string | undefined;
  /** Undefined when the field is empty. */
  onChange: (value: string | undefined) => void;
  short?: boolean;
}) {
  const { value = '', onChange } = props;
  const [text, setText] = useState(value);
  const [known, setKnown] = useState({ value, sent: value });
  // Shows values that come from elsewhere, but does not overwrite newer typing with the field's own value.
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
      <Search size={15} />
      <input
        className="input"
        type="search"
        aria-label={props.label}
        placeholder={props.label}
        value={text}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        onChange={event => {
          setText(event.target.value);
          search(event.target.value, DEBOUNCE_MS);
        }}
        onKeyDown={event => event.key === 'Enter' && search(text, 0)}
      />
    </span>
  );
}
