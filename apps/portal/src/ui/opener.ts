/** Popups; the element focused in them is removed when they close. */
const LAYERS = '[data-base-ui-portal], [role="dialog"], [role="alertdialog"], [role="menu"]';

/** The element of the page that had the focus last. */
let last: HTMLElement | undefined;

document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement && !target.closest(LAYERS)) last = target;
});

/** Dialogs that are open; one that closes no longer has the attribute. */
const OPEN_DIALOGS = '[role="dialog"][data-open], [role="alertdialog"][data-open]';

/**
 * Returns the element to focus after a dialog closes: the opener, `main` if the opener is gone, or false if another dialog
 * is open.
 */
export function focusAfterClose(): HTMLElement | null | false {
  if (document.querySelector(OPEN_DIALOGS)) return false;
  return last?.isConnected && last !== document.body ? last : document.querySelector('main');
}
