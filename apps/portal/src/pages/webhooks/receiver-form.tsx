import { type ReactNode, useState } from 'react';
import { callApi } from '../../api/client';
import { useAction } from '../../api/use-action';
import { Checkbox, CheckboxGroup, TextField } from '../../ui/field';
import { Form } from '../../ui/form';

export interface ReceiverValues {
  url: string;
  description: string;
  /** Empty for all events. */
  events: string[];
}

interface ReceiverFormProps<Result> {
  method: 'POST' | 'PATCH';
  path: string[];
  initial: ReceiverValues;
  eventTypes: string[];
  submit: string;
  done?: string;
  onCancel: () => void;
  onSuccess: (result: Result) => void;
  /** Shown below the URL; can set it. */
  urlHelp?: (setUrl: (url: string) => void) => ReactNode;
}

/** Adds or edits a webhook receiver. */
export function ReceiverForm<Result>(props: ReceiverFormProps<Result>) {
  const { method, path, initial, eventTypes, done, onSuccess } = props;
  const [values, setValues] = useState(initial);
  const { url, description, events } = values;
  const change = (more: Partial<ReceiverValues>) => setValues({ ...values, ...more });
  const save = useAction(() => callApi<Result>(method, path, values), {
    errors: 'form',
    onSuccess,
    ...(done && { done }),
  });
  return (
    <Form action={save} onCancel={props.onCancel} submit={props.submit}>
      <TextField
        label="URL"
        name="url"
        hint="Nameyard sends events to this URL with POST."
        type="url"
        inputMode="url"
        placeholder="https://shop.example/webhooks"
        value={url}
        onChange={url => change({ url })}
        autoFocus
      />
      {props.urlHelp?.(url => change({ url }))}
      <TextField
        label="Description"
        name="description"
        hint="Optional."
        value={description}
        maxLength={200}
        onChange={description => change({ description })}
      />
      <CheckboxGroup
        legend="Events"
        name="events"
        options={eventTypes.map(type => ({ value: type, label: <code>{type}</code> }))}
        value={events.length === 0 ? eventTypes : events}
        onChange={events => change({ events })}
        disabled={events.length === 0}
      >
        <Checkbox
          label="All events, including future types"
          checked={events.length === 0}
          onChange={isAll => change({ events: isAll ? [] : eventTypes })}
        />
      </CheckboxGroup>
    </Form>
  );
}
