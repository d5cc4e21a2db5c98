import type { SignalColor } from './signal-color.ts';

/** Circle, triangle, diamond, octagon, on 28 by 28: shapes distinguish the colors without color. */
export const MARK_SHAPES: Record<SignalColor, string> = {
  verde: 'M2 14a12 12 0 1 0 24 0a12 12 0 1 0-24 0z',
  giallo: 'M14 2 27 25.5H1z',
  arancio: 'M14 .8 27.2 14 14 27.2.8 14z',
  rosso: 'M8.9 1.5h10.2l7.4 7.4v10.2l-7.4 7.4H8.9L1.5 19.1V8.9z',
};

/** The first letter of each word as an outline of Titillium Web Bold: a drawing is not part of the text beside it. */
export const MARK_LETTERS: Record<SignalColor, string> = {
  verde: 'M16 9.3H18.1L15.8 19.2H12.2L9.9 9.3H12L13.7 17.5H14.3Z',
  giallo:
    'M14.7 19.3V17.8H17.2V22.4Q15.4 22.7 14.2 22.7Q12.2 22.7 11.4 21.6Q10.6 20.4 10.6 18Q10.6 15.6 11.4 14.6Q12.2 13.5 14.2 13.5Q15.4 13.5 16.8 13.8L17.2 13.9V15.3Q15.6 15.1 14.6 15.1Q13.6 15.1 13.2 15.3Q12.8 15.6 12.6 16.2Q12.5 16.8 12.5 18.3Q12.5 19.9 12.8 20.5Q13.2 21.1 14.4 21.1L15.5 21V19.3Z',
  arancio: 'M9.9 19.2 12.1 9.3H15.9L18.1 19.2H16.1L15.7 17.4H12.3L11.9 19.2ZM13.7 11 12.7 15.7H15.3L14.3 11Z',
  rosso:
    'M12.6 15.9V19.2H10.6V9.3H14.4Q17.9 9.3 17.9 12.6Q17.9 14.5 16.4 15.4L17.8 19.2H15.7L14.5 15.9ZM14.4 11.1H12.6V14.2H14.4Q15.1 14.2 15.5 13.7Q15.8 13.3 15.8 12.6Q15.8 11.9 15.5 11.5Q15.1 11.1 14.4 11.1Z',
};
