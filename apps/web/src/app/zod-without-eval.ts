import { config } from 'zod/v4/core';

// zod would compile its checks with `new Function`, which the Content Security Policy forbids and reports.
// A schema reads this setting when it is created: import this file before any schema.
config({ jitless: true });
