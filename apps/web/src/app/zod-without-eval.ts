// zod would compile its checks with `new Function`, which the Content Security Policy forbids and reports.
// A schema reads this setting when it is created: import this file before any schema. It is set where zod keeps its
// settings, without loading zod: the first screen does without it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

export {};
