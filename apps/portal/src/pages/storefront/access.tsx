import type { StorefrontView } from '#storefront/contract';
import { LITERAL, SegmentedField, TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { Card } from '../../ui/page';
import { useSettings } from './use-settings';

const ACCESSES = { public: 'Everyone', code: 'With a code', off: 'Nobody' };

const HINTS: Record<StorefrontView['access'], string> = {
  public: 'Everyone who knows the address sees the pages.',
  code: 'Visitors enter the access code before they see the pages.',
  off: 'The pages are not found, also for people with a share link.',
};

export function AccessSettings({ storefront }: { storefront: StorefrontView }) {
  const { values, field, form, formKey, actions } = useSettings(storefront, ['access', 'code']);
  return (
    <Card title="Access" actions={actions}>
      <Form key={formKey} {...form}>
        <SegmentedField
          label="Who can see the pages"
          options={ACCESSES}
          {...field('access')}
          hint={HINTS[values.access]}
        />
        {values.access === 'code' && (
          <TextField
            label="Access code"
            {...field('code')}
            hint="A word of 4 to 64 characters that you tell your visitors."
            maxLength={64}
            {...LITERAL}
          />
        )}
      </Form>
    </Card>
  );
}
