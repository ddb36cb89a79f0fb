import { Dialog } from '@base-ui/react/dialog';
import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { backdropClass, dialogClass, focusAfterClose } from '../../ui/dialog';

// The combobox is loaded when the palette is first opened.
const Palette = lazy(() => import('./palette'));

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

const EDITABLE = 'input, textarea, select, [contenteditable="true"]';

/** Whether a key opens the palette: Ctrl or ⌘ with K, and `/` outside of text fields and dialogs. */
function isShortcut({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if ((ctrlKey || metaKey) && !altKey) return key.toLowerCase() === 'k';
  const isTyping = target instanceof Element && target.closest(`${EDITABLE}, [role="dialog"], [role="alertdialog"]`);
  return key === '/' && !ctrlKey && !metaKey && !altKey && !isTyping;
}

/** The button in the header and the shortcuts that open the command palette. */
export function OpenPalette() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      // A dialog that needs a decision stays on top.
      if (document.querySelector('[role="alertdialog"]')) return;
      event.preventDefault();
      setIsOpen(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return (
    <Dialog.Root open={isOpen} onOpenChange={setIsOpen}>
      <Dialog.Trigger
        className="inline-flex h-8 items-center gap-2 rounded-md border border-line px-2.5 text-secondary"
        aria-keyshortcuts="Control+K Meta+K /"
      >
        <Search size={16} />
        <span className="sr-only">Search</span>
        <kbd className="font-sans text-xs text-muted max-md:hidden">{isApple ? '⌘ K' : 'Ctrl K'}</kbd>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClass} />
        <Dialog.Popup
          className={`mx-auto mt-[12dvh] max-h-[76dvh] gap-2 overflow-hidden! p-2.5 ${dialogClass({ wide: true })}`}
          finalFocus={focusAfterClose}
        >
          <Dialog.Title className="sr-only">Search</Dialog.Title>
          <Suspense>
            <Palette onClose={() => setIsOpen(false)} />
          </Suspense>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
