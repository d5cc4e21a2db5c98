import { createPageChoice } from '../platform/page-choice.ts';

/** Stops the blinking and the turning rings of the page. */
export const blinkStopped = createPageChoice('blink', 'off');
