import type { ComponentProps } from 'react';
import { callApi } from '../api/client';
import { FormDialog } from '../ui/dialog';
import { SelectField } from '../ui/field';
import { useFields } from '../ui/form';

/** How long the old key or secret stays valid, in hours. */
const OVERLAPS = [
  { value: '0', label: 'Immediately' },
  { value: '1', label: 'In 1 hour' },
  { value: '24', label: 'In 1 day' },
  { value: '72', label: 'In 3 days' },
  { value: '168', label: 'In 7 days' },
];

interface ReplaceDialogProps<Result> extends Omit<ComponentProps<typeof FormDialog<Result>>, 'onSubmit' | 'children'> {
  path: string[];
  /** Label of the field for the end of the old value. */
  label: string;
}

/** Replaces a key or a signing secret; the old one stays valid for some time. */
export function ReplaceDialog<Result>({ path, label, ...form }: ReplaceDialogProps<Result>) {
  const { values, field } = useFields({ overlap_hours: '24' });
  const overlap = Number(values.overlap_hours);
  return (
    <FormDialog onSubmit={() => callApi<Result>('POST', path, { overlap_hours: overlap })} {...form}>
      <SelectField label={label} options={OVERLAPS} {...field('overlap_hours')} />
    </FormDialog>
  );
}
