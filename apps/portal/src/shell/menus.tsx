import { Menu as Base } from '@base-ui/react/menu';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { BookOpen, Check, LogOut, Monitor, Moon, Settings, Sun } from 'lucide-react';
import { ask } from '../api/client';
import { useAction } from '../api/use-action';
import { Menu } from '../ui/menu';
import { noteSession, usePerson } from './session';
import { chooseTheme, type Theme, useTheme } from './theme';

const THEMES = [
  { value: 'system', label: 'As the system', icon: <Monitor size={16} aria-hidden /> },
  { value: 'light', label: 'Light', icon: <Sun size={16} aria-hidden /> },
  { value: 'dark', label: 'Dark', icon: <Moon size={16} aria-hidden /> },
] as const;

export function ThemeMenu() {
  const theme = useTheme();
  return (
    <Base.Root>
      <Base.Trigger className="icon-button" aria-label="Theme">
        <span className="theme-icon-light">
          <Sun size={18} aria-hidden />
        </span>
        <span className="theme-icon-dark">
          <Moon size={18} aria-hidden />
        </span>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={6} align="end" className="layer">
          <Base.Popup className="menu">
            <Base.RadioGroup value={theme} onValueChange={(next: Theme) => chooseTheme(next)}>
              {THEMES.map(({ value, label, icon }) => (
                <Base.RadioItem key={value} value={value} className="menu-item" closeOnClick>
                  {icon}
                  <span>{label}</span>
                  <span className="menu-check menu-check-end">
                    <Base.RadioItemIndicator render={<Check size={15} aria-hidden />} />
                  </span>
                </Base.RadioItem>
              ))}
            </Base.RadioGroup>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export function AccountMenu() {
  const person = usePerson();
  const navigate = useNavigate();
  const client = useQueryClient();
  const logOut = useAction(() => ask('DELETE', 'session'), {
    onDone: () => {
      noteSession(false);
      void navigate({ to: '/login' }).then(() => client.clear());
    },
  });
  return (
    <Menu
      trigger={
        <button type="button" className="avatar" aria-label={`Account: ${person.email}`}>
          {person.email.charAt(0).toUpperCase()}
        </button>
      }
      head={
        <div className="menu-head">
          <span>{person.email}</span>
          <span className="menu-more">{person.role === 'operator' ? 'Operator' : 'Developer'}</span>
        </div>
      }
      items={[
        {
          label: 'Account',
          icon: <Settings size={16} aria-hidden />,
          onSelect: () => void navigate({ to: '/account' }),
        },
        { label: 'API reference', icon: <BookOpen size={16} aria-hidden />, href: '/docs' },
        { label: 'Log out', icon: <LogOut size={16} aria-hidden />, onSelect: () => logOut.mutate(undefined) },
      ]}
    />
  );
}
