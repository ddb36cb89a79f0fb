import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { LITERAL } from './field';

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
  // Shows a value that another component has set. A value that the field itself sent does not overwrite newer typing.
  if (value !== known.value) {
    setKnown({ value, sent: value });
    if (value !== known.sent) setText(value);
  }

  const search = () => {
    const sent = text.trim();
    setKnown({ ...known, sent });
    onChange(sent || undefined);
  };
  const searchLater = useEffectEvent(search);
  useEffect(() => {
    if (text.trim() === known.sent) return;
    const timer = setTimeout(() => searchLater(), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, known.sent]);

  return (
    <span className={`relative inline-grid ${props.short ? 'sm:w-42.5' : 'sm:w-70'}`}>
      <Search size={15} className="pointer-events-none absolute inset-y-0 left-2.75 my-auto text-muted" />
      <input
        className="input ps-8.25 text-ellipsis"
        type="search"
        aria-label={props.label}
        placeholder={props.label}
        value={text}
        {...LITERAL}
        onChange={event => setText(event.target.value)}
        onKeyDown={event => event.key === 'Enter' && search()}
      />
    </span>
  );
}
