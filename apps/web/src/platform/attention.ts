import { createStore } from './store.ts';

/** How many problems the title of the page and its icon in the browser's tab tell of. */
export const attention = createStore(0);
