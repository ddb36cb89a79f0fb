import { useRouter } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import type { PersonView } from '#accounts/contract';
import { callApi } from '../api/client';
import { leave, ROLE_LABELS, usePerson } from '../shell/session';
import { setTheme, THEMES, useTheme } from '../shell/theme';
import { Button } from '../ui/button';
import { Confirm, openDialog } from '../ui/dialog';
import { SegmentedControl, TextField } from '../ui/field';
import { Form, useFields } from '../ui/form';
import { Card, Facts, Page } from '../ui/page';
import { Time } from '../ui/time';
import { AccessTokens } from './account/access-tokens';
import { Passkeys } from './account/passkeys';
import { SecondFactors } from './account/second-factors';

export default function Account() {
  const { email, role, tenants, created_at } = usePerson();
  return (
    <Page>
      <div className="narrow">
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

const NO_PASSWORDS = { current: '', password: '' };

function ChangePassword({ email }: { email: string }) {
  const { values, change, field } = useFields(NO_PASSWORDS);
  return (
    <Card title="Password" description="Changing your password ends your other sessions.">
      <Form
        send={() => callApi<PersonView>('POST', ['password'], values)}
        done="Password changed. Your other sessions have ended."
        onSuccess={() => change(NO_PASSWORDS)}
        submit="Change password"
        disabled={!values.current || !values.password}
      >
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <TextField label="Current password" {...field('current')} type="password" autoComplete="current-password" />
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

function Sessions() {
  const router = useRouter();
  const confirm = (
    <Confirm
      title="Log out everywhere?"
      submit="Log out everywhere"
      send={() => callApi('DELETE', ['sessions'])}
      refetch={false}
      done="You are logged out on all devices."
      onSuccess={() => void leave(router)}
    >
      <p>This ends all your sessions, including this one.</p>
    </Confirm>
  );
  return (
    <Card
      title="Sessions"
      description="Log out on all devices, for example if you lost one."
      actions={
        <Button icon={LogOut} onClick={() => openDialog(confirm)}>
          Log out everywhere
        </Button>
      }
    />
  );
}
