import type { ReactNode } from 'react';
import type { ApiError } from '../../api/client';
import { Checkbox, Field, Input } from '../../ui/field';

export interface ReceiverTerms {
  url: string;
  description: string;
  /** Empty: all. */
  events: string[];
}

export function ReceiverFields(props: {
  terms: ReceiverTerms;
  types: string[];
  onChange: (terms: ReceiverTerms) => void;
  error: ApiError | null;
  /** About the address. */
  children?: ReactNode;
}) {
  const { terms, types, error } = props;
  const change = (more: Partial<ReceiverTerms>) => props.onChange({ ...terms, ...more });
  const general = error && error.details.length === 0 ? error.message : undefined;
  return (
    <>
      <Field label="Address" hint="Where messages are sent by POST." error={error?.about('url') ?? general}>
        <Input
          type="url"
          inputMode="url"
          placeholder="https://shop.example/webhooks"
          value={terms.url}
          onChange={event => change({ url: event.target.value })}
          autoFocus
        />
      </Field>
      {props.children}
      <Field label="Description" hint="Optional; what it is, for people." error={error?.about('description')}>
        <Input
          value={terms.description}
          maxLength={200}
          onChange={event => change({ description: event.target.value })}
        />
      </Field>
      <fieldset className="boxes">
        <legend>Events</legend>
        <Checkbox
          label="All, also those to come"
          checked={terms.events.length === 0}
          onChange={event => change({ events: event.target.checked ? [] : types })}
        />
        {types.map(type => (
          <Checkbox
            key={type}
            label={<code>{type}</code>}
            disabled={terms.events.length === 0}
            checked={terms.events.length === 0 || terms.events.includes(type)}
            onChange={event =>
              change({
                events: event.target.checked ? [...terms.events, type] : terms.events.filter(other => other !== type),
              })
            }
          />
        ))}
      </fieldset>
      {error?.about('events') && <p className="problem">{error.about('events')}</p>}
    </>
  );
}
