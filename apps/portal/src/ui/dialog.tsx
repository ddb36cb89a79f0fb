import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from './button';
import { Field, Input } from './field';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  /** A panel at the side, for details beside their list. */
  side?: boolean;
  wide?: boolean;
}

export function Dialog({ open, onClose, title, description, children, side, wide }: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={open} onOpenChange={next => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup
          ref={popup}
          {...(side && { initialFocus: popup })}
          className={side ? 'panel' : `dialog ${wide ? 'dialog-wide' : ''}`}
        >
          <header className="dialog-head">
            <Base.Title className="dialog-title">{title}</Base.Title>
            <Base.Close className="icon-button" aria-label="Close">
              <X size={18} aria-hidden />
            </Base.Close>
          </header>
          {description && <Base.Description className="dialog-text">{description}</Base.Description>}
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** A form in a dialog: its fields, and the buttons that end it. */
export function DialogForm(props: {
  onSubmit: () => void;
  onCancel: () => void;
  submit: string;
  busy: boolean;
  danger?: boolean;
  disabled?: boolean;
  children: ReactNode;
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onSubmit();
  };
  return (
    <form onSubmit={submit} noValidate className="form">
      {props.children}
      <footer className="dialog-foot">
        <Button onClick={props.onCancel}>Cancel</Button>
        <Button
          type="submit"
          variant={props.danger ? 'danger' : 'primary'}
          busy={props.busy}
          disabled={props.disabled === true}
        >
          {props.submit}
        </Button>
      </footer>
    </form>
  );
}

interface ConfirmProps {
  open: boolean;
  onClose: () => void;
  onConfirm: (reason: string) => void;
  title: string;
  children: ReactNode;
  action: string;
  busy: boolean;
  /** What has to be typed first. */
  word?: string;
  /** Ask why, too. */
  reason?: string;
  danger?: boolean;
  error?: string;
}

/** The question before something that cannot be taken back. */
export function Confirm({ open, onClose, ...rest }: ConfirmProps) {
  return (
    <AlertDialog.Root open={open} onOpenChange={next => !next && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="dialog">
          <header className="dialog-head">
            <AlertDialog.Title className="dialog-title">{rest.title}</AlertDialog.Title>
          </header>
          <AlertDialog.Description className="dialog-text" render={<div />}>
            {rest.children}
          </AlertDialog.Description>
          <ConfirmForm {...rest} onClose={onClose} />
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

function ConfirmForm({ word, reason, danger = true, error, ...rest }: Omit<ConfirmProps, 'open'>) {
  const [typed, setTyped] = useState('');
  const [why, setWhy] = useState('');
  const isReady = (word === undefined || typed === word) && (reason === undefined || why.trim() !== '');
  return (
    <DialogForm
      onSubmit={() => isReady && rest.onConfirm(why.trim())}
      onCancel={rest.onClose}
      submit={rest.action}
      busy={rest.busy}
      danger={danger}
      disabled={!isReady}
    >
      {reason !== undefined && (
        <Field label={reason}>
          <Input value={why} onChange={event => setWhy(event.target.value)} maxLength={200} />
        </Field>
      )}
      {word !== undefined && (
        <Field
          label={
            <>
              Type <code>{word}</code> to go on
            </>
          }
          error={word.startsWith(typed) ? undefined : `It has to be exactly ${word}`}
        >
          <Input
            value={typed}
            onChange={event => setTyped(event.target.value)}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
        </Field>
      )}
      {error && (
        <p className="problem" role="alert">
          {error}
        </p>
      )}
    </DialogForm>
  );
}
