import { Plus, X } from 'lucide-react';
import { useId, useRef } from 'react';
import type { LegalLinkView } from '#storefront/contract';
import { Button, IconButton } from '../../ui/button';
import { ErrorText, useFormError } from '../../ui/form';

const MAX_LINKS = 5;

interface LegalLinksProps {
  name: string;
  value: LegalLinkView[];
  onChange: (links: LegalLinkView[]) => void;
}

/** Edits the links at the bottom of each page. */
export function LegalLinks({ name, value: links, onChange }: LegalLinksProps) {
  const errorId = useId();
  const error = useFormError()?.fieldError(name);
  const add = useRef<HTMLButtonElement>(null);
  const change = (index: number, more: Partial<LegalLinkView>) =>
    onChange(links.map((link, at) => (at === index ? { ...link, ...more } : link)));
  const remove = (index: number) => {
    onChange(links.filter((_, at) => at !== index));
    add.current?.focus(); // the button that had the focus is gone
  };
  return (
    <fieldset className="grid grid-cols-1 justify-items-start gap-2" aria-describedby={error && errorId}>
      <legend className="mb-1.5 text-sm font-medium">Legal links</legend>
      {links.map((link, index) => (
        // Links have no ID, and are only added at the end.
        // oxlint-disable-next-line react/no-array-index-key
        <div
          key={index}
          className="grid w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]"
        >
          <input
            className="input"
            aria-label={`Label of link ${index + 1}`}
            placeholder="Imprint"
            maxLength={40}
            value={link.label}
            onChange={event => change(index, { label: event.target.value })}
          />
          <input
            className="input max-sm:row-2"
            aria-label={`URL of link ${index + 1}`}
            placeholder="https://shop.example/imprint"
            inputMode="url"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={500}
            value={link.url}
            onChange={event => change(index, { url: event.target.value })}
          />
          <IconButton label={`Remove link ${index + 1}`} icon={X} onClick={() => remove(index)} />
        </div>
      ))}
      {error && <ErrorText id={errorId}>{error}</ErrorText>}
      <Button
        ref={add}
        small
        icon={Plus}
        disabled={links.length >= MAX_LINKS}
        onClick={() => onChange([...links, { label: '', url: '' }])}
      >
        Add link
      </Button>
      <p className="text-sm text-muted">At the bottom of each page, for example an imprint. Up to {MAX_LINKS}.</p>
    </fieldset>
  );
}
