/** What a device needs to reach the broker as itself. */
export type DeviceConnection = {
  host: string;
  port: number;
  username: string;
  password: string;
  key: string;
};

/** The constants of the sketch in docs/protocol.md#a-device-on-an-esp32-or-esp8266, with the values of a device. */
export function sketchLines({ host, port, username, password, key }: DeviceConnection): string {
  return [
    `const char BROKER[] = "${host}";`,
    `const int PORT = ${port};`,
    `const char KEY[] = "${key}";`,
    `const char USERNAME[] = "${username}";`,
    `const char PASSWORD[] = "${password}";`,
  ].join('\n');
}

/** The same as JSON, for a QR code. */
export function connectionJson({ host, port, username, password, key }: DeviceConnection): string {
  return JSON.stringify({ host, port, username, password, key });
}

/**
 * The host under which devices find the broker. The embedded one is configured as a loopback address, which is the
 * server's own: devices find it where the console is.
 */
export function hostForDevices(configured: string, consoleHost: string): string {
  return /^(127\.\d+\.\d+\.\d+|::1|\[::1\]|localhost)$/.test(configured) ? consoleHost : configured;
}
