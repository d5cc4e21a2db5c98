import { createPageChoice } from '../platform/page-choice.ts';

/** The dark theme, for control rooms, and for who has asked the system for dark pages. */
export const darkTheme = createPageChoice('theme', 'dark', '(prefers-color-scheme: dark)');
