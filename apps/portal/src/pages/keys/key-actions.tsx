import { useNavigate } from '@tanstack/react-router';
import { Activity, Ellipsis, RefreshCw, Settings2, SquareTerminal, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ask, of } from '../../api/client';
import type { Key, KeyWithValue } from '../../api/types';
import { useAction } from '../../api/use-action';
import { Confirm, Dialog, DialogForm } from '../../ui/dialog';
import { Field, Select } from '../../ui/field';
import { Menu } from '../../ui/menu';
import { NewValue } from './new-value';

export const pathOf = (tenant: string, { id }: Key) => of(tenant, `keys/${encodeURIComponent(id)}`);

/** What can be done with a key, from its row. */
export function KeyMenu({ tenant, keyOfRow: key }: { tenant: string; keyOfRow: Key }) {
  const navigate = useNavigate();
  const [doing, setDoing] = useState<'roll' | 'revoke'>();
  const isActive = key.status === 'active';
  const size = 16;
  return (
    <>
      <Menu
        trigger={
          <button type="button" className="icon-button" aria-label={`Actions for ${key.name}`}>
            <Ellipsis size={18} aria-hidden />
          </button>
        }
        items={[
          {
            label: isActive ? 'Permissions and limit' : 'Details',
            icon: <Settings2 size={size} aria-hidden />,
            onSelect: () => void navigate({ to: '/t/$tenant/keys/$key', params: { tenant, key: key.id } }),
          },
          {
            label: 'Try it',
            icon: <SquareTerminal size={size} aria-hidden />,
            onSelect: () => void navigate({ to: '/t/$tenant/try', params: { tenant }, search: { key: key.id } }),
          },
          {
            label: 'Its requests',
            icon: <Activity size={size} aria-hidden />,
            onSelect: () => void navigate({ to: '/t/$tenant/requests', params: { tenant }, search: { key: key.id } }),
          },
          ...(isActive
            ? [
                {
                  label: 'Roll …',
                  icon: <RefreshCw size={size} aria-hidden />,
                  onSelect: () => setDoing('roll'),
                },
                {
                  label: 'Revoke …',
                  icon: <Trash2 size={size} aria-hidden />,
                  onSelect: () => setDoing('revoke'),
                  danger: true,
                },
              ]
            : []),
        ]}
      />
      <Roll tenant={tenant} subject={key} open={doing === 'roll'} onClose={() => setDoing(undefined)} />
      <Revoke tenant={tenant} subject={key} open={doing === 'revoke'} onClose={() => setDoing(undefined)} />
    </>
  );
}

interface ActionProps {
  tenant: string;
  subject: Key;
  open: boolean;
  onClose: () => void;
  onDone?: () => void;
}

const OVERLAPS = [
  { value: '0', label: 'At once' },
  { value: '1', label: 'After an hour' },
  { value: '24', label: 'After a day' },
  { value: '72', label: 'After three days' },
  { value: '168', label: 'After a week' },
];

/** A new value for the same terms, while the old one works on for a while. */
export function Roll({ tenant, subject, open, onClose, onDone }: ActionProps) {
  const [overlap, setOverlap] = useState('24');
  const [made, setMade] = useState<KeyWithValue>();
  const roll = useAction(
    () => ask<KeyWithValue>('POST', `${pathOf(tenant, subject)}/roll`, { overlap_hours: Number(overlap) }),
    { stale: [[tenant, 'keys']], onDone: setMade },
  );
  const close = () => {
    setMade(undefined);
    onClose();
    onDone?.();
  };
  if (made)
    return (
      <NewValue tenant={tenant} made={made} title={`Store the new value of “${made.key.name}”`} onStored={close} />
    );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Roll “${subject.name}”`}
      description="You get a new key with the same permissions and limit. The old one works on until your systems have changed over."
    >
      <DialogForm onSubmit={() => roll.mutate(undefined)} onCancel={onClose} submit="Roll key" busy={roll.isPending}>
        <Field label="The old key ends">
          <Select value={overlap} onChange={event => setOverlap(event.target.value)}>
            {OVERLAPS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      </DialogForm>
    </Dialog>
  );
}

export function Revoke({ tenant, subject, open, onClose, onDone }: ActionProps) {
  const revoke = useAction(() => ask<Key>('POST', `${pathOf(tenant, subject)}/revoke`), {
    stale: [[tenant, 'keys']],
    done: `“${subject.name}” is revoked.`,
    onDone: () => {
      onClose();
      onDone?.();
    },
  });
  return (
    <Confirm
      open={open}
      onClose={onClose}
      onConfirm={() => revoke.mutate(undefined)}
      title={`Revoke “${subject.name}”?`}
      action="Revoke key"
      busy={revoke.isPending}
    >
      <p>
        From the next second on, every call with <code>{subject.hint}</code> gets 401. This cannot be taken back; to
        change over without a gap, roll the key instead.
      </p>
    </Confirm>
  );
}
