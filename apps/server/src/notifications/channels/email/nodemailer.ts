import nodemailer from 'nodemailer';

/**
 * What is used of Nodemailer, which is read with this file: in the bundle a module that is not ECMAScript's comes
 * without its names when it is imported late.
 */
export const { createTransport } = nodemailer;
