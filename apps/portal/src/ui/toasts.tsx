import { Toast } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { iconButtonClass } from './button';
import { MarkedText } from './placeholders';
import { toastManager } from './toast';

export function Toasts() {
  return (
    <Toast.Provider toastManager={toastManager} limit={4}>
      <Toast.Portal>
        <Toast.Viewport className="fixed right-5 bottom-5 z-70 flex w-[min(380px,calc(100vw-32px))] flex-col-reverse gap-2.5 max-md:inset-x-4 max-md:bottom-4 max-md:w-auto">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map(item => (
    <Toast.Root
      key={item.id}
      toast={item}
      className="flex items-start gap-2.5 rounded-[11px] border border-line bg-layer py-3 ps-3.5 pe-2.5 shadow-layer transition duration-180 data-ending-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0"
      swipeDirection={['right', 'down']}
    >
      {item.type === 'bad' ? (
        <CircleAlert size={18} className="mt-0.5 text-bad" />
      ) : (
        <CircleCheck size={18} className="mt-0.5 text-ok" />
      )}
      <Toast.Title className="flex-1 wrap-anywhere" render={<p />}>
        <MarkedText>{item.title as string}</MarkedText>
      </Toast.Title>
      <Toast.Close className={`-my-1 ${iconButtonClass()}`} aria-label="Dismiss">
        <X size={16} />
      </Toast.Close>
    </Toast.Root>
  ));
}
