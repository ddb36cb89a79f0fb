import { useState } from 'react';
import type { CheckoutResult } from '#checkout/contract';
import type { RegistrationView } from '#registry/contract';
import { idempotentCall } from '../../api/client';
import { useTenant } from '../../shell/session';
import { FormDialog } from '../../ui/dialog';
import { SelectField } from '../../ui/field';
import { useFields } from '../../ui/form';
import { formatMoney, plural } from '../../ui/format';
import { Facts } from '../../ui/page';
import { BusinessTime } from '../../ui/time';

/** A dialog that orders a renewal and pays it with a simulated payment. */
export function RenewDomain({ registration: { domain, renewals } }: { registration: RegistrationView }) {
  const tenant = useTenant();
  const [call] = useState(() => idempotentCall<CheckoutResult>());
  const { values, field } = useFields({ years: '1' });
  const years = Number(values.years);
  const { total, currency, expires_at } = renewals.find(option => option.years === years)!;
  return (
    <FormDialog
      title={`Renew ${domain}`}
      description="Orders the renewal and pays it with a simulated payment."
      submit="Renew"
      onSubmit={() => call('POST', ['tenants', tenant, 'domains', domain, 'renew'], { years })}
      done={({ domain }) => `${domain} is renewed.`}
    >
      <SelectField
        label="Years"
        options={renewals.map(({ years }) => ({ value: String(years), label: plural(years, 'year') }))}
        {...field('years')}
      />
      <Facts
        facts={{
          Price: formatMoney(total, currency),
          'Registered until': <BusinessTime at={expires_at} seconds />,
        }}
      />
    </FormDialog>
  );
}
