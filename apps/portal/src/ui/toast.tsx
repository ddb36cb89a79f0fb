import { Toast } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { MarkedText } from './marked-text';

const manager = Toast.createToastManager();

/** Shows a message for a few seconds and announces it to screen readers. */
export const toast = {
  ok: (title: string) => void manager.add({ title, type: 'ok', timeout: 5_000 }),
  bad: (title: string) => void manager.add({ title, type: 'bad', timeout: 10_000, priority: 'high' }),
};

export function Toasts() {
  return (
    <Toast.Provider toastManager={manager} limit={4}>
      <Toast.Portal>
        <Toast.Viewport className="toasts">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map(item => (
    <Toast.Root key={item.id} toast={item} className={`toast toast-${item.type}`} swipeDirection={['right', 'down']}>
      {item.type === 'bad' ? <CircleAlert size={18} /> : <CircleCheck size={18} />}
      <Toast.Title className="toast-title" render={<p />}>
        <MarkedText>{item.title as string}</MarkedText>
      </Toast.Title>
      <Toast.Close className="icon-button" aria-label="Dismiss">
        <X size={16} />
      </Toast.Close>
    </Toast.Root>
  ));
}
