import { createPageChoice } from '../platform/page-choice.ts';

/** No blinking and no turning rings on the page. */
export const blinkStopped = createPageChoice('blink', 'off');
