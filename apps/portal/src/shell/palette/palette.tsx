import { Autocomplete } from '@base-ui/react/autocomplete';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Command, useCommands } from './commands';

/** Finds pages, tenants, keys, and the objects of pasted IDs and domains. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const { named, listed } = useCommands(text);
  const terms = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = ({ label, note }: Command) => terms.every(term => `${label} ${note}`.toLowerCase().includes(term));
  const commands = [...named, ...listed.filter(matches)];
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
        className="input palette-input"
        aria-label="Search pages, tenants, keys, IDs and domains"
        placeholder="Search, or paste an ID or a domain"
        spellCheck={false}
        autoCapitalize="off"
        autoFocus
      />
      <Autocomplete.Empty className="palette-empty">No results. Paste a complete ID or domain.</Autocomplete.Empty>
      <Autocomplete.List className="palette-list" aria-label="Results">
        {(command: Command) => (
          <Autocomplete.Item
            key={`${command.note} ${command.to}`}
            value={command}
            className="menu-item"
            onClick={() => open(command)}
          >
            <span className="palette-label">{command.label}</span>
            <span className="palette-note">{command.note}</span>
          </Autocomplete.Item>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}
