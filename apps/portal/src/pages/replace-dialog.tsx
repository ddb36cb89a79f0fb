import type { ComponentProps } from 'react';
import { callApi } from '../api/client';
import { FormDialog } from '../ui/dialog';
import { SelectField } from '../ui/field';
import { useFields } from '../ui/form';

/** How long the old key or secret stays valid, in hours. */
const OVERLAPS = { 0: 'Immediately', 1: 'In 1 hour', 24: 'In 1 day', 72: 'In 3 days', 168: 'In 7 days' };

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
