import { createPageChoice } from '../platform/page-choice.ts';

/** The dark theme, for control rooms. */
export const darkTheme = createPageChoice('theme', 'dark');
