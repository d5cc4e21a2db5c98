/** Of the browser's Trusted Types, what is used here; browsers without them have none. */
type TrustedTypePolicies = {
  createPolicy: (
    name: 'default',
    rules: { createHTML: (html: string) => string | null; createScriptURL: (url: string) => string | null },
  ) => unknown;
};

/** With this Leaflet, while it loads, asks whether the browser draws SVG. It gets no other markup from this map. */
const LEAFLET_PROBE = '<svg/>';

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypePolicies };

// Under `require-trusted-types-for 'script'` Leaflet and the worker need a word said for them. Import this before Leaflet.
trustedTypes?.createPolicy('default', {
  createHTML: (html) => (html === LEAFLET_PROBE ? html : null),
  createScriptURL: (url) => (new URL(url, location.href).origin === location.origin ? url : null),
});
