import module from 'node:module';
import { join } from 'node:path';

/** The types are those of Node 20, which does not have it. */
type CompileCache = { enableCompileCache?: (folder: string) => unknown };

// From Node 22 on, what V8 compiles is kept beside this module: the next start does not parse five megabytes again.
// A folder that cannot be written only costs that time; docs/decisions/0008 has the figures.
const { enableCompileCache }: typeof module & CompileCache = module;
enableCompileCache?.(join(import.meta.dirname, '.compile-cache'));
