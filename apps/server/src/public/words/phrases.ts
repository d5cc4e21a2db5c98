/** '18:04' is an hour, 'sabato 28 novembre, 18:04' a day: each has its own preposition. */
export const timed = (when: string, ofHour: string, ofDay: string) =>
  `${/^\d/.test(when) ? ofHour : ofDay}${when}`;

const RISKS = ['idrogeologico', 'temporali', 'idraulico'] as const;
export const risks = (hydrogeological: string, storms: string, hydraulic: string) =>
  Object.fromEntries(RISKS.map((risk, index) => [risk, [hydrogeological, storms, hydraulic][index] ?? risk]));
