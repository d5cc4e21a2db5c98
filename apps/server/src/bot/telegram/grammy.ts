// What is used of grammY, by name: in the bundle a module that is not ECMAScript's is imported late without its names.
export { Api, GrammyError, HttpError } from 'grammy';
