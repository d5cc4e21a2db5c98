/** The program of the embedded broker's thread: beside the bundle, or its source where the server runs from sources. */
export function brokerWorkerFile(): URL {
  const isSource = import.meta.url.endsWith('.ts');
  return new URL(
    isSource ? './embedded/broker-worker-from-sources.mjs' : './broker-worker.js',
    import.meta.url,
  );
}
