/**
 * The path under which a proxy has the console, such as '/semaforo'; '' at the root of its host. The server writes it
 * into the page.
 */
export const BASE_PATH =
  document.querySelector('meta[name="base-path"]')?.getAttribute('content')?.replace(/\/$/, '') ?? '';
