/** Layers above the page, which disappear with the focused element in them. */
const LAYERS = '[data-base-ui-portal], [role="dialog"], [role="alertdialog"], [role="menu"]';

/** The element of the page that had the focus last. */
let last: HTMLElement | undefined;

document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement && !target.closest(LAYERS)) last = target;
});

/** Dialogs that are open; one that closes no longer has the attribute. */
const OPEN_DIALOGS = '[role="dialog"][data-open], [role="alertdialog"][data-open]';

/**
 * The element to focus when a dialog has closed: the one that opened it, also through a menu or another dialog. If it has
 * left the page, for example with its row, the content of the page. False leaves the focus in a dialog that has replaced it.
 */
export function openerOfLayer(): HTMLElement | null | false {
  if (document.querySelector(OPEN_DIALOGS)) return false;
  return last?.isConnected && last !== document.body ? last : document.querySelector('main');
}
