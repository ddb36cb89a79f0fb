import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { callApi } from '../api/client';
import type { PersonView } from '../api/types';
import { useAction } from '../api/use-action';
import { ROLE_LABELS, useLogout, usePerson } from '../shell/session';
import { setTheme, THEMES, useTheme } from '../shell/theme';
import { Button } from '../ui/button';
import { Confirm } from '../ui/dialog';
import { SegmentedControl, TextField } from '../ui/field';
import { Form } from '../ui/form';
import { Card, Facts, Page } from '../ui/page';
import { Time } from '../ui/time';

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
        <Card title="Appearance">
          <SegmentedControl label="Theme" value={useTheme()} options={THEMES} onChange={setTheme} />
        </Card>
        <Sessions />
      </div>
    </Page>
  );
}

function ChangePassword({ email }: { email: string }) {
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const change = useAction(() => callApi<PersonView>('POST', ['password'], { current, password }), {
    errors: 'form',
    done: 'Password changed. Your other sessions have ended.',
    onSuccess: () => {
      setCurrent('');
      setPassword('');
    },
  });
  return (
    <Card title="Password" description="Changing your password ends your other sessions.">
      <Form action={change} submit="Change password" disabled={!current || !password}>
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <TextField
          label="Current password"
          name="current"
          type="password"
          autoComplete="current-password"
          value={current}
          onChange={setCurrent}
        />
        <TextField
          label="New password"
          name="password"
          hint="12 to 128 characters."
          type="password"
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
        />
      </Form>
    </Card>
  );
}

function Sessions() {
  const [isOpen, setIsOpen] = useState(false);
  const logout = useLogout('sessions');
  return (
    <Card
      title="Sessions"
      description="Log out on all devices, for example if you lost one."
      actions={
        <Button icon={LogOut} onClick={() => setIsOpen(true)}>
          Log out everywhere
        </Button>
      }
    >
      <Confirm
        open={isOpen}
        onClose={() => setIsOpen(false)}
        action={logout}
        title="Log out everywhere?"
        submit="Log out everywhere"
      >
        <p>This ends all your sessions, including this one.</p>
      </Confirm>
    </Card>
  );
}
