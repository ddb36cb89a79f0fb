import { AlertDialog } from '@base-ui/react/alert-dialog';
import { curl, SEARCH } from '../../api/curl';
import type { KeyWithValue } from '../../api/types';
import { Button } from '../../ui/button';
import { Code, CopyButton } from '../../ui/copy';

/** A key's value, which nobody can see again; so it only goes away when somebody says that it is stored. */
export function NewValue(props: { tenant: string; made: KeyWithValue; title: string; onStored: () => void }) {
  const { key, value } = props.made;
  return (
    <AlertDialog.Root open>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="dialog dialog-wide">
          <header className="dialog-head">
            <AlertDialog.Title className="dialog-title">{props.title}</AlertDialog.Title>
          </header>
          <AlertDialog.Description className="dialog-text">
            This is the only time it is shown. Put it where your other secrets are, such as a password manager.
          </AlertDialog.Description>
          <div className="secret">
            <code data-testid="secret">{value}</code>
            <CopyButton text={value} variant="primary">
              Copy
            </CopyButton>
          </div>
          {key.scope === 'sandbox' && (
            <Code
              title="Try it in a terminal"
              code={curl(props.tenant, SEARCH, { domain: 'my-first-shop.com' }, hidden(value))}
              copy={curl(props.tenant, SEARCH, { domain: 'my-first-shop.com' }, value)}
            />
          )}
          <footer className="dialog-foot">
            <Button variant="primary" onClick={props.onStored}>
              I stored it
            </Button>
          </footer>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

const hidden = (value: string) => `${value.slice(0, 15)}…`;
