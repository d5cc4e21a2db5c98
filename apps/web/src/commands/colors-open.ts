import { createStore } from '../platform/store.ts';

/** Whether the dashboard shows the four colors: a press that was not sent leads back to them from any screen. */
export const colorsOpen = createStore(false);
