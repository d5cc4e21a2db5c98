import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const POSTGRES_VERSIONS = '/usr/lib/postgresql';

/** Where this machine has the programs that only tests need; undefined for one that it lacks. */
export function findTestPrograms() {
  return {
    chromium:
      process.env.CHROMIUM_PATH ??
      findProgram(
        ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
        ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
      ),
    mosquitto: process.env.MOSQUITTO_PATH ?? findProgram(['mosquitto'], ['/usr/sbin/mosquitto']),
    postgres: findProgram(['initdb'], debianPostgres()),
  };
}

function debianPostgres() {
  if (!existsSync(POSTGRES_VERSIONS)) return [];
  return readdirSync(POSTGRES_VERSIONS).map((version) => join(POSTGRES_VERSIONS, version, 'bin/initdb'));
}

function findProgram(names, otherPlaces) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const places = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...places, ...otherPlaces].find(isExecutable);
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
