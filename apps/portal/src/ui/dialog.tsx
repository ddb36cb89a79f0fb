import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from './button';
import { CopyButton } from './copy';
import { TextField } from './field';
import { type Action, Form } from './form';

interface DialogProps {
  open: boolean;
  onClose?: () => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  /** An alert needs a decision: it has no close button and ignores clicks outside of it. */
  kind?: 'dialog' | 'alert' | 'side panel';
  wide?: boolean;
}

export function Dialog({ open, onClose, title, description, children, kind = 'dialog', wide }: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  const { Root } = kind === 'alert' ? AlertDialog : BaseDialog;
  const isSide = kind === 'side panel';
  return (
    <Root open={open} onOpenChange={open => !open && onClose?.()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="backdrop" />
        <BaseDialog.Popup
          ref={popup}
          {...(isSide && { initialFocus: popup })}
          className={isSide ? 'panel' : `dialog ${wide ? 'dialog-wide' : ''}`}
        >
          <header className="dialog-head">
            <BaseDialog.Title className="dialog-title">{title}</BaseDialog.Title>
            {kind !== 'alert' && (
              <BaseDialog.Close className="icon-button" aria-label="Close">
                <X size={18} />
              </BaseDialog.Close>
            )}
          </header>
          {description && (
            <BaseDialog.Description className="dialog-text" render={<div />}>
              {description}
            </BaseDialog.Description>
          )}
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </Root>
  );
}

/** Shows a secret until the user confirms that it is saved. */
export const NewSecret = (props: {
  title: string;
  secret: string;
  description: ReactNode;
  onSaved: () => void;
  wide?: boolean;
  children?: ReactNode;
}) => (
  <Dialog kind="alert" open title={props.title} description={props.description} wide={props.wide === true}>
    <div className="secret">
      <code data-testid="secret">{props.secret}</code>
      <CopyButton text={props.secret} variant="primary" />
    </div>
    {props.children}
    <footer className="dialog-foot">
      <Button variant="primary" onClick={props.onSaved}>
        I saved it
      </Button>
    </footer>
  </Dialog>
);

type ConfirmProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Label of the confirm button. */
  submit: string;
  /** Consequences of the action. */
  children: ReactNode;
  /** Text to type before the action can be confirmed. */
  confirmText?: string;
  /** Asks for a reason. */
  withReason?: boolean;
  danger?: boolean;
} & ({ action: Action & { mutate: () => void } } | { action: Action; onConfirm: (reason: string) => void });

/** Asks for confirmation before an action that cannot be undone. */
export const Confirm = (props: ConfirmProps) => (
  <Dialog kind="alert" open={props.open} onClose={props.onClose} title={props.title} description={props.children}>
    <ConfirmForm {...props} />
  </Dialog>
);

function ConfirmForm({ confirmText = '', withReason, danger = true, ...props }: ConfirmProps) {
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const confirm = () => ('onConfirm' in props ? props.onConfirm(reason.trim()) : props.action.mutate());
  const isReady = typed === confirmText && (!withReason || reason.trim() !== '');
  return (
    <Form
      action={props.action}
      onSubmit={() => isReady && confirm()}
      onCancel={props.onClose}
      submit={props.submit}
      danger={danger}
      disabled={!isReady}
    >
      {withReason && <TextField label="Reason" name="reason" value={reason} onChange={setReason} maxLength={200} />}
      {confirmText && (
        <TextField
          name="confirm"
          label={
            <>
              Type <code>{confirmText}</code> to confirm
            </>
          }
          error={confirmText.startsWith(typed) ? undefined : `Must be exactly ${confirmText}`}
          value={typed}
          onChange={setTyped}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
      )}
    </Form>
  );
}
