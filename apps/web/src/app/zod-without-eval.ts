import { z } from 'zod';

// zod would compile its checks with `new Function`, which the policy forbids and reports. A schema decides so when it is made: import this before any.
z.config({ jitless: true });
