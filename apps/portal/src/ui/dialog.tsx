import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { createContext, type ReactNode, useContext, useRef, useState } from 'react';
import { Button, type ButtonProps, iconButtonClass } from './button';
import { CopyButton } from './copy';
import { LITERAL, TextField } from './field';
import { dialogFootClass, Form, type FormProps, useFields } from './form';
import { openedDialogs } from './opened-dialogs';

interface Opening {
  open: boolean;
  onClose: () => void;
}

const OpeningContext = createContext<Opening & { onClosed?: () => void }>({ open: false, onClose: () => undefined });

/** Shows a dialog while `open`. Unmounts the dialog, which loses its state, after the exit animation. */
export function DialogWhile({ open, onClose, children }: Opening & { children: ReactNode }) {
  const [isMounted, setIsMounted] = useState(open);
  if (open && !isMounted) setIsMounted(true);
  if (!isMounted) return null;
  return <OpeningContext value={{ open, onClose, onClosed: () => setIsMounted(false) }}>{children}</OpeningContext>;
}

function OpenedDialog({ children }: { children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <DialogWhile open={isOpen} onClose={() => setIsOpen(false)}>
      {children}
    </DialogWhile>
  );
}

/** Opens a dialog on the current page. */
export function openDialog(dialog: ReactNode): void {
  const others = openedDialogs.get();
  openedDialogs.set([...others, <OpenedDialog key={others.length}>{dialog}</OpenedDialog>]);
}

export const OpenButton = ({ dialog, ...button }: ButtonProps & { dialog: ReactNode }) => (
  <Button {...button} onClick={() => openDialog(dialog)} />
);

export const useCloseDialog = () => useContext(OpeningContext).onClose;

interface DialogProps {
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /**
   * An alert needs a decision: it has no close button and ignores clicks outside. A secret also ignores Escape, so that only
   * its own button closes the dialog.
   */
  kind?: 'dialog' | 'alert' | 'secret' | 'side panel';
  wide?: boolean;
}

export const backdropClass =
  'fixed inset-0 z-40 bg-[light-dark(rgb(24_26_38/38%),rgb(0_0_0/60%))] transition-opacity data-ending-style:opacity-0 starting:opacity-0';

/** Class names of dialogs and panels in front of the backdrop. */
export const popupClass =
  'fixed z-41 auto-rows-max overflow-y-auto overscroll-contain bg-layer shadow-layer focus-visible:outline-none';

/**
 * Class names of a dialog, without its position and spacing. Unlike Base UI's attribute, `starting:` also animates dialogs
 * that are open when they are mounted.
 */
export const dialogClass = ({ wide = false }) =>
  `inset-0 grid h-fit grid-cols-1 rounded-[14px] border border-[light-dark(transparent,var(--line))] transition data-ending-style:scale-98 data-ending-style:opacity-0 starting:scale-98 starting:opacity-0 ${wide ? 'w-[min(620px,calc(100vw-32px))]' : 'w-[min(480px,calc(100vw-32px))]'} ${popupClass}`;

const PANEL = `inset-y-0 right-0 grid w-[min(560px,100vw)] grid-cols-1 content-start gap-5 border-s border-line px-4.5 pt-5.5 pb-10 transition-transform duration-200 ease-out data-ending-style:translate-x-full starting:translate-x-full sm:px-6 ${popupClass}`;

/** Whether the focus in a field opens a keyboard on the screen, which covers half of a dialog. */
export const hasScreenKeyboard = () => matchMedia('(pointer: coarse)').matches;

/** The first field or selected radio button of the form in a dialog; true, without one, for the default of Base UI. */
const firstField = (popup: HTMLElement): HTMLElement | true =>
  popup.querySelector<HTMLElement>(
    'form :is(input, select, textarea):not([type="hidden"], [type="radio"]:not(:checked), :disabled)',
  ) ?? true;

/** A dialog that is opened with `openDialog` or `DialogWhile`. */
export function Dialog({ title, description, children, kind = 'dialog', wide }: DialogProps) {
  const { open, onClose, onClosed } = useContext(OpeningContext);
  const popup = useRef<HTMLDivElement>(null);
  const isAlert = kind === 'alert' || kind === 'secret';
  const { Root } = isAlert ? AlertDialog : BaseDialog;
  const isSide = kind === 'side panel';
  return (
    <Root
      open={open}
      onOpenChange={open => !open && kind !== 'secret' && onClose()}
      onOpenChangeComplete={open => !open && onClosed?.()}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={backdropClass} />
        <BaseDialog.Popup
          ref={popup}
          initialFocus={() => (isSide || hasScreenKeyboard() ? popup.current : firstField(popup.current!))}
          finalFocus={focusAfterClose}
          className={isSide ? PANEL : `m-auto max-h-[calc(100dvh-32px)] gap-4 p-6 ${dialogClass({ wide })}`}
        >
          <header className="flex items-center justify-between gap-3">
            <BaseDialog.Title className="text-xl font-semibold tracking-[-0.01em] wrap-anywhere">
              {title}
            </BaseDialog.Title>
            {!isAlert && (
              <BaseDialog.Close className={`-my-1 -me-1.5 ${iconButtonClass()}`} aria-label="Close">
                <X size={18} />
              </BaseDialog.Close>
            )}
          </header>
          {description && (
            <BaseDialog.Description className="-mt-2 text-secondary" render={<div />}>
              {description}
            </BaseDialog.Description>
          )}
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </Root>
  );
}

type FormDialogProps<Result> = Omit<DialogProps, 'wide'> & Omit<FormProps<Result>, 'onCancel'>;

/** A form in a dialog, which closes after a success. */
export function FormDialog<Result>({ title, description, kind, onSuccess, ...form }: FormDialogProps<Result>) {
  const close = useCloseDialog();
  const finish = (result: Result) => {
    close();
    onSuccess?.(result);
  };
  return (
    <Dialog title={title} description={description} {...(kind && { kind })}>
      <Form {...form} onCancel={close} onSuccess={finish} />
    </Dialog>
  );
}

interface ConfirmProps<Result> extends Omit<FormDialogProps<Result>, 'onSubmit' | 'description' | 'kind'> {
  onSubmit: (reason: string) => Promise<Result>;
  /** Consequences of the action. */
  children: ReactNode;
  /** Text to type before the action can be confirmed. */
  confirmText?: string;
  withReason?: boolean;
}

/** Asks for confirmation before an action with serious consequences. */
export function Confirm<Result>({ confirmText = '', withReason, onSubmit, children, ...form }: ConfirmProps<Result>) {
  const { values, field } = useFields({ confirm: '', reason: '' });
  const reason = values.reason.trim();
  return (
    <FormDialog
      kind="alert"
      description={<p>{children}</p>}
      danger
      disabled={values.confirm !== confirmText || (withReason === true && reason === '')}
      onSubmit={() => onSubmit(reason)}
      {...form}
    >
      {withReason && <TextField label="Reason" {...field('reason')} maxLength={200} />}
      {confirmText && (
        <TextField
          label={
            <>
              Type <code>{confirmText}</code> to confirm
            </>
          }
          {...field('confirm')}
          error={confirmText.startsWith(values.confirm) ? undefined : `Must be exactly ${confirmText}`}
          {...LITERAL}
        />
      )}
    </FormDialog>
  );
}

interface NewSecretProps extends Omit<DialogProps, 'kind'> {
  secret: string;
  onSaved?: (() => void) | undefined;
}

/** Shows a secret until the user confirms that it is saved. */
export function NewSecret({ secret, onSaved, children, ...dialog }: NewSecretProps) {
  const close = useCloseDialog();
  const finish = () => {
    close();
    onSaved?.();
  };
  return (
    <Dialog kind="secret" {...dialog}>
      <div className="flex flex-wrap items-center gap-2.5 rounded-lg border border-line-strong bg-sunken py-2.5 ps-3.5 pe-2.5">
        <code className="flex-[1_1_200px] wrap-anywhere select-all" data-testid="secret">
          {secret}
        </code>
        <CopyButton text={secret} variant="primary" />
      </div>
      {children}
      <footer className={dialogFootClass}>
        <Button label="I saved it" variant="primary" onClick={finish} />
      </footer>
    </Dialog>
  );
}

/** Popups. Their elements are removed when they close, and cannot get the focus back. */
const LAYERS = '[data-base-ui-portal], [role="dialog"], [role="alertdialog"], [role="menu"]';

/** The element outside of popups that had the focus last. */
let lastFocused: HTMLElement | undefined;

document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement && !target.closest(LAYERS)) lastFocused = target;
});

/** Open dialogs. The attribute is removed when a dialog begins to close. */
const OPEN_DIALOGS = '[role="dialog"][data-open], [role="alertdialog"][data-open]';

/** Returns the element to focus after a dialog closes: its opener, or false if another dialog or `main` has the focus. */
export function focusAfterClose(): HTMLElement | false {
  if (document.querySelector(OPEN_DIALOGS)) return false;
  if (lastFocused?.isConnected && lastFocused !== document.body) return lastFocused;
  // Base UI would focus the first control in `main`, and pressing the space bar would then change that control.
  document.querySelector('main')?.focus({ preventScroll: true });
  return false;
}
