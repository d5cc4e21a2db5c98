import type { DeviceConnection } from './connection-lines.ts';
import source from './ready-device.mjs.txt?raw';

/**
 * The device of docs/protocol.md#a-device-in-node as a program to be run, with how to start it on top. With a
 * connection it needs nothing more to be given: the password is written in here, in the browser, and nowhere else.
 */
export function readyDevice(connection?: DeviceConnection): string {
  const how = '// Serve Node.js. In una cartella vuota: npm install mqtt';
  if (!connection) {
    const start =
      '// Poi: BROKER=mqtt://UTENTE:PASSWORD@INDIRIZZO:1883 KEY=/3/comune/nome node dispositivo.mjs';
    return `${how}\n${start}\n${source}`;
  }
  const { host, port, username, password, key } = connection;
  const broker = `mqtt://${encodeURIComponent(username)}:${encodeURIComponent(password)}@${inUrl(host)}:${port}`;
  const given = `const BROKER = ${JSON.stringify(broker)};\nconst KEY = ${JSON.stringify(key)};`;
  return `${how}\n// Poi: node dispositivo.mjs\n${source.replace(FROM_ENVIRONMENT, () => given)}`;
}

const FROM_ENVIRONMENT = 'const { BROKER, KEY } = process.env;';

function inUrl(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}
