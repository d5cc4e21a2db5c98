import { runChecks } from './checks.mjs';
import { ensureInstalled } from './prepare.mjs';

await ensureInstalled();
const { failed } = await runChecks();
process.exitCode = failed === 0 ? 0 : 1;
