import { Api, GrammyError, HttpError } from 'grammy';

/**
 * What is used of grammY, which is read with this file: in the bundle a module that is not ECMAScript's comes without
 * its names when it is imported late.
 */
export const grammy = { Api, GrammyError, HttpError };
