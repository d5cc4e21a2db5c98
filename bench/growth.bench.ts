// How the cost per device of commands and reports grows from 1,000 devices to 80,000: the lines whose name begins with
// `growth`, after those of the benchmarks themselves.
process.env.BENCH_SIZES ??= '1000,80000';
await import('./bulk-command.bench.ts');
await import('./ingest.bench.ts');

export {};
