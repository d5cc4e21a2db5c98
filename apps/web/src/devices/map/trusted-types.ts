/** The part of the browser's Trusted Types API that is used here; not every browser has it. */
type TrustedTypePolicies = {
  createPolicy: (
    name: 'default',
    rules: { createHTML: (html: string) => string | null; createScriptURL: (url: string) => string | null },
  ) => unknown;
};

/**
 * Leaflet sets this markup while it loads, to find out whether the browser draws SVG. It gets no other markup from this
 * map.
 */
const LEAFLET_PROBE = '<svg/>';

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypePolicies };

// Under `require-trusted-types-for 'script'` Leaflet and the worker need this policy. Import this file before Leaflet.
trustedTypes?.createPolicy('default', {
  createHTML: (html) => (html === LEAFLET_PROBE ? html : null),
  createScriptURL: (url) => (new URL(url, location.href).origin === location.origin ? url : null),
});
