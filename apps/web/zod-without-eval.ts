import { config } from 'zod/v4/core';

// Stands in for zod in the browser (see vite.config.ts). zod would compile its checks with `new Function`, which the policy forbids and
// reports. A schema decides so when it is made: this runs before any is.
config({ jitless: true });

// biome-ignore lint/performance/noBarrelFile: it stands in for the package, whole
export * from 'zod/v4';
