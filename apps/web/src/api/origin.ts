import { BASE_PATH } from '../platform/base-path.ts';

/** Where the server is: the configured origin, or the page's own and the path of the console on it. */
export const API_ORIGIN: string = import.meta.env.VITE_API_ORIGIN || `${location.origin}${BASE_PATH}`;
