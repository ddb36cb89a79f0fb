import { Toast } from '@base-ui/react/toast';

export const toastManager = Toast.createToastManager();

/** Shows a message for a few seconds and announces it to screen readers. */
export const toast = {
  ok: (title: string) => void toastManager.add({ title, type: 'ok', timeout: 5_000 }),
  bad: (title: string) => void toastManager.add({ title, type: 'bad', timeout: 10_000, priority: 'high' }),
};
