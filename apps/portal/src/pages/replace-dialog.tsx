import { useState } from 'react';
import { callApi } from '../api/client';
import { useAction } from '../api/use-action';
import { Dialog } from '../ui/dialog';
import { SelectField } from '../ui/field';
import { Form } from '../ui/form';

/** How long the old key or secret stays valid, in hours. */
const OVERLAPS = [
  { value: '0', label: 'Immediately' },
  { value: '1', label: 'In 1 hour' },
  { value: '24', label: 'In 1 day' },
  { value: '72', label: 'In 3 days' },
  { value: '168', label: 'In 7 days' },
];

interface ReplaceDialogProps<Result> {
  open: boolean;
  onClose: () => void;
  path: string[];
  onSuccess: (result: Result) => void;
  title: string;
  description: string;
  /** Label of the field for the end of the old value. */
  label: string;
  submit: string;
}

/** Replaces a key or a signing secret; the old one stays valid for some time. */
export function ReplaceDialog<Result>({ path, onSuccess, label, submit, ...dialog }: ReplaceDialogProps<Result>) {
  const [overlap, setOverlap] = useState('24');
  const replace = useAction(() => callApi<Result>('POST', path, { overlap_hours: Number(overlap) }), {
    errors: 'form',
    onSuccess,
  });
  return (
    <Dialog {...dialog}>
      <Form action={replace} onCancel={dialog.onClose} submit={submit}>
        <SelectField label={label} name="overlap_hours" value={overlap} options={OVERLAPS} onChange={setOverlap} />
      </Form>
    </Dialog>
  );
}
