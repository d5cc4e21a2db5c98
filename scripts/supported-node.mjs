// Every command imports this file first: it refuses a Node that cannot run Semaforo before anything is read,
// installed or built. It uses only syntax and modules that old versions have.

/** The oldest minor version of each major version below 24. From 24 on, any minor version works. */
const OLDEST_MINOR = { 20: 19, 22: 13 };
const ANY_FROM_MAJOR = 24;

/** Whether a version ('22.13.0') can run it: even versions only below 24, as SQLite and the build tools ask. */
export function canRunOn(version) {
  const [major, minor] = version.split('.').map(Number);
  return major >= ANY_FROM_MAJOR || minor >= OLDEST_MINOR[major];
}

if (!canRunOn(process.versions.node)) {
  console.error(
    `Semaforo non funziona con Node ${process.versions.node}: serve Node 24 o successivo (oppure 22.13+ o 20.19+), da https://nodejs.org`,
  );
  process.exit(1);
}
