import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { Button } from './button';
import { CopyButton } from './copy';

/** Something that is shown this once, and goes away when somebody says that it is stored. */
export function NewSecret(props: { title: string; secret: string; children?: ReactNode; onStored: () => void }) {
  return (
    <AlertDialog.Root open>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="dialog">
          <header className="dialog-head">
            <AlertDialog.Title className="dialog-title">{props.title}</AlertDialog.Title>
          </header>
          <AlertDialog.Description className="dialog-text" render={<div />}>
            {props.children ?? (
              <p>
                Your system checks with it that a message is from Nameyard. It is shown this once.{' '}
                <a href="/docs/webhooks" target="_blank" rel="noreferrer">
                  How to verify
                </a>
              </p>
            )}
          </AlertDialog.Description>
          <div className="secret">
            <code data-testid="secret">{props.secret}</code>
            <CopyButton text={props.secret} variant="primary">
              Copy
            </CopyButton>
          </div>
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
