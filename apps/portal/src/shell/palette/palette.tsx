import { Autocomplete } from '@base-ui/react/autocomplete';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Command, useCommands } from './commands';
import { menuItemClass } from '../../ui/menu';

/** Searches pages, tenants and keys, and opens objects by a pasted ID or domain. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const { named, listed, searches } = useCommands(text);
  const terms = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = ({ label, note }: Command) => terms.every(term => `${label} ${note}`.toLowerCase().includes(term));
  const commands = [...named, ...listed.filter(matches), ...searches];
  const open = ({ to }: Command) => {
    onClose();
    void navigate({ href: to });
  };
  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      items={commands}
      value={text}
      onValueChange={setText}
      itemToStringValue={({ label }: Command) => label}
      autoHighlight="always"
      keepHighlight
    >
      <Autocomplete.Input
        className="input"
        aria-label="Search pages, tenants, keys, IDs, domains and registrants"
        placeholder="Search, or paste an ID, a domain or an email address"
        spellCheck={false}
        autoCapitalize="off"
        autoFocus
      />
      <Autocomplete.Empty className="text-secondary not-empty:p-3">
        No results. Paste a complete ID, domain or email address.
      </Autocomplete.Empty>
      <Autocomplete.List className="max-h-[calc(76dvh-80px)] overflow-y-auto" aria-label="Results">
        {(command: Command) => (
          <Autocomplete.Item
            key={`${command.note} ${command.to}`}
            value={command}
            className={`justify-between gap-4 ${menuItemClass}`}
            onClick={() => open(command)}
          >
            <span className="min-w-0 wrap-anywhere">{command.label}</span>
            <span className="max-w-1/2 flex-none truncate text-xs text-muted">{command.note}</span>
          </Autocomplete.Item>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}
