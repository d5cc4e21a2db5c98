/** The setting of a user that holds the name of the Comune, as people call it, and how long that may be. */
export const COMUNE_NAME_SETTING = 'comune_name';
export const COMUNE_NAME_MAX = 80;
