// On an older Node the driver of SQLite would end the process without a word. `npm start` brings a newer one itself.

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 15)) {
  process.stderr.write(
    `Semaforo non funziona con Node ${process.versions.node}: serve Node 24.15 o successivo, da https://nodejs.org\n`,
  );
  process.exit(1);
}
