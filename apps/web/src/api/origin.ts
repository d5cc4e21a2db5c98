/** Where the server is: the configured origin, or the page's own. */
export const API_ORIGIN: string = import.meta.env.VITE_API_ORIGIN || location.origin;
