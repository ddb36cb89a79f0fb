import type { ChangedPerson } from '#identity/contract';
import { callApi } from '../api/client';
import { ROLE_LABELS, usePerson } from '../shell/session';
import { setTheme, THEMES, useTheme } from '../shell/theme';
import { SegmentedControl, TextField } from '../ui/field';
import { Form, useFields } from '../ui/form';
import { Card, Facts, Page } from '../ui/page';
import { Time } from '../ui/time';
import { AccessTokens } from './account/access-tokens';
import { Passkeys } from './account/passkeys';
import { SecondFactors } from './account/second-factors';
import { Sessions } from './account/sessions';
import { revokedText, useConfirmed } from './confirmed-dialog';

export default function Account() {
  const { email, role, tenants, created_at } = usePerson();
  return (
    <Page>
      <div className="grid max-w-160 gap-5">
        <Card>
          <Facts
            facts={{
              Email: email,
              Role: ROLE_LABELS[role],
              Tenants: role === 'operator' ? 'All' : tenants.map(({ name }) => name).join(', ') || 'None',
              Created: <Time at={created_at} format="day" />,
            }}
          />
        </Card>
        <ChangePassword email={email} />
        <SecondFactors />
        <Passkeys />
        <Card title="Appearance">
          <SegmentedControl label="Theme" value={useTheme()} options={THEMES} onChange={setTheme} />
        </Card>
        <AccessTokens />
        <Sessions />
      </div>
    </Page>
  );
}

function ChangePassword({ email }: { email: string }) {
  const { values, update, field } = useFields({ password: '' });
  const confirmed = useConfirmed();
  return (
    <Card
      title="Password"
      description="Changing your password ends your other sessions and revokes your access tokens."
    >
      <Form
        onSubmit={async () =>
          callApi<ChangedPerson>('POST', ['password'], { ...values, ...(await confirmed.confirm()) })
        }
        done={changed => `Password changed. Your other sessions have ended.${revokedText(changed)}`}
        onSuccess={() => {
          update({ password: '' });
          confirmed.clear();
        }}
        submit="Change password"
        disabled={confirmed.isMissing || !values.password}
      >
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        {confirmed.fields}
        <TextField
          label="New password"
          {...field('password')}
          hint="12 to 128 characters, and not a common password."
          type="password"
          autoComplete="new-password"
        />
      </Form>
    </Card>
  );
}
