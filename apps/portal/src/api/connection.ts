import { createStore } from '../lib/store';

/** Whether the last API call got a response. */
export const connection = createStore(true);
