import { boardLanguageOf, type DeviceProfile } from '@semaforo/contract/domain/device-profiles';

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
 * Two commands for the Mosquitto clients, as this device: one shows what it is commanded, the other says that it is
 * there. None reports a lamp, which would then be shown lit.
 */
export function mosquittoLines(
  profile: DeviceProfile,
  { key, username, password }: DeviceConnection,
  options: string,
): string {
  const { availability, receivesOn } = boardLanguageOf(profile) ?? OWN_LANGUAGE;
  const as = `${options} -u '${username}' -P '${password}'`;
  return [
    `mosquitto_sub ${as} -t '${key}/${receivesOn[0]}' -q 1 -v`,
    `mosquitto_pub ${as} -t '${key}/${availability.channel}' -m '${availability.online}' -q 1`,
  ].join('\n');
}

const OWN_LANGUAGE = { availability: { channel: 'status', online: 'online' }, receivesOn: ['+/set'] };
