import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { DEVICE_TYPES } from '@semaforo/contract/domain/channels';
import { isDeviceTopic } from '@semaforo/contract/domain/device-key';
import { type Behaviour, type BehaviourKind, parseBehaviour } from './behaviour.ts';
import type { BrokerAddress } from './broker-connection.ts';
import { numberedDevices, parseDeviceList } from './device-list.ts';
import { parseLogins } from './device-logins.ts';
import type { PowerDips } from './fleet.ts';
import { LAMP_CONDITIONS } from './lamp-meter.ts';
import type { Console } from './make-logins.ts';
import { type DeviceSpec, SHOWN_AFTER_REBOOT } from './simulated-device.ts';
import { readLevels, stormsOfYear, waterOf } from './water.ts';

/** The option for each behaviour and its line of the usage; null for one that the command line does not offer. */
const BEHAVIOUR_OPTIONS: Record<BehaviourKind, { type: 'boolean' | 'string'; usage: string } | null> = {
  obedient: null,
  held: null,
  mute: { type: 'boolean', usage: '--mute                non confermano mai' },
  slow: { type: 'string', usage: '--slow MS             confermano dopo MS millisecondi' },
  liar: { type: 'boolean', usage: '--liar                fanno il contrario' },
};

const BEHAVIOURS = Object.entries(BEHAVIOUR_OPTIONS).flatMap(([name, option]) =>
  option === null ? [] : [{ name, ...option }],
);
const BEHAVIOUR_FLAGS = Object.fromEntries(BEHAVIOURS.map(({ name, type }) => [name, { type }]));

export const USAGE = `Uso: npm run simulate -- [opzioni]
  --devices N           quanti dispositivi (1)
  --prefix /3/prova     le prime due parti dei loro topic; seguono s1, s2… (l1, l2… le lanterne)
  --type semaforo       semaforo, lanterna o misuratore
  --topics FILE         i dispositivi uno per riga: topic [tipo] [stato] [profilo] [comportamento]
${BEHAVIOURS.map(({ usage }) => `  ${usage}`).join('\n')}
  --host --port --username --password   il broker (127.0.0.1, 1883; la password anche in MQTT_PASSWORD)
  --credentials FILE    le credenziali dei dispositivi: righe username,password,key, o lo stesso in JSON;
                        senza --topics i dispositivi sono quelli del file
  --console URL --admin NOME   chiede alla console credenziali nuove per i dispositivi, e quelle di prima
                        finiscono (la password in ADMIN_PASSWORD)
  --connections N       quante connessioni si dividono (una ciascuno fino a 100 dispositivi)
  --command-topic T     ({key}/{channel}/set)
  --every S             ogni quanti secondi riferiscono tutto (60)
  --power-dips N        perdono la corrente per un attimo, ciascuno N volte in un'ora
  --level FILE          che livello dicono i misuratori: righe secondi;cm; senza, temporali inventati
  --float               i misuratori hanno anche un galleggiante, alzato da 30 cm in su
  --burnt --weak --leaking   le lampade, con un misuratore di corrente: bruciate, deboli, o accese senza comando
  --board PROGRAMMA     i semafori sono la scheda di riferimento: signal.c compilato con host/board.c (firmware)
  --reboot-to COSA      che cosa mostrano dopo: dark (niente), verde o last (come prima, se non è detto)`;

export type SimulationOptions = {
  broker: BrokerAddress;
  devices: DeviceSpec[];
  connections?: number;
  commandTopic?: string;
  reportEveryMs: number;
  powerDips?: PowerDips;
  /** The reference firmware, compiled for this computer: the signals run it. */
  board?: string;
  /** Where new credentials for the devices are made. */
  console?: Console;
};

/**
 * The options of the command line, or `help`. Throws with one Italian sentence when they are wrong. The passwords come
 * from `env` when no option gives them.
 */
export function readCommandLine(
  args: string[],
  env: Record<string, string | undefined>,
): SimulationOptions | 'help' {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: 'boolean', default: false },
      devices: { type: 'string', default: '1' },
      prefix: { type: 'string', default: '/3/prova' },
      type: { type: 'string' },
      topics: { type: 'string' },
      ...BEHAVIOUR_FLAGS,
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '1883' },
      username: { type: 'string' },
      password: { type: 'string' },
      credentials: { type: 'string' },
      console: { type: 'string' },
      admin: { type: 'string', default: 'admin' },
      connections: { type: 'string' },
      'command-topic': { type: 'string' },
      every: { type: 'string', default: '60' },
      board: { type: 'string' },
      level: { type: 'string' },
      float: { type: 'boolean' },
      burnt: { type: 'boolean' },
      weak: { type: 'boolean' },
      leaking: { type: 'boolean' },
      'power-dips': { type: 'string' },
      'reboot-to': { type: 'string' },
    },
  });
  if (values.help) return 'help';
  const password = values.password ?? env.MQTT_PASSWORD;
  return {
    broker: {
      host: values.host,
      port: wholeNumber('--port', values.port, 65_535),
      ...(values.username !== undefined && { username: values.username }),
      ...(password !== undefined && { password }),
    },
    devices: withWaterAndLamps(devicesOf(values), values),
    ...(values.connections !== undefined && {
      connections: wholeNumber('--connections', values.connections, 10_000),
    }),
    ...(values['command-topic'] !== undefined && { commandTopic: values['command-topic'] }),
    reportEveryMs: wholeNumber('--every', values.every, 86_400) * 1000,
    ...(values.board !== undefined && { board: values.board }),
    ...powerDipsOf(values['power-dips'], values['reboot-to']),
    ...(values.console !== undefined && { console: consoleOf(values.console, values.admin, env) }),
  };
}

type Requested = { level?: string; float?: boolean } & Partial<
  Record<(typeof LAMP_CONDITIONS)[number], boolean>
>;

/** What gauges measure, and what has become of the lamps of the others. */
function withWaterAndLamps(devices: DeviceSpec[], values: Requested): DeviceSpec[] {
  const conditions = LAMP_CONDITIONS.filter((condition) => values[condition] === true);
  if (conditions.length > 1) throw new Error('--burnt, --weak e --leaking si escludono');
  const [lamps] = conditions;
  const startedAt = Date.now();
  const water =
    values.level === undefined
      ? waterOf(stormsOfYear(startedAt, Math.random))
      : readLevels(readFileSync(values.level, 'utf8'), startedAt);
  return devices.map((device) =>
    device.type === 'misuratore'
      ? { ...device, water, hasFloat: values.float === true }
      : { ...device, ...(lamps && { lamps }) },
  );
}

type ListedDevices = {
  devices: string;
  prefix: string;
  type?: string;
  level?: string;
  float?: boolean;
  topics?: string;
  credentials?: string;
};

/** The devices, with their credentials when a file gives them. */
function devicesOf(values: ListedDevices): DeviceSpec[] {
  const { credentials } = values;
  if (credentials === undefined) return devicesWithoutLogin(values);
  const logins = parseLogins(readFileSync(credentials, 'utf8'));
  const devices =
    values.topics === undefined
      ? parseDeviceList(
          [...logins.keys()].map((key) => `${key} ${usualType(values)}`).join('\n'),
          behaviourOf(values),
        )
      : devicesWithoutLogin(values);
  return devices.map((device) => {
    const login = logins.get(device.key);
    if (login === undefined) throw new Error(`${credentials} non ha le credenziali di ${device.key}`);
    return { ...device, login };
  });
}

/** A command line that asks for water means gauges. */
function usualType({ type, level, float }: ListedDevices): string {
  return type ?? (level !== undefined || float === true ? 'misuratore' : 'semaforo');
}

function consoleOf(origin: string, username: string, env: Record<string, string | undefined>): Console {
  const password = env.ADMIN_PASSWORD;
  if (password === undefined) throw new Error('--console vuole la password in ADMIN_PASSWORD');
  return { origin, admin: { username, password } };
}

function devicesWithoutLogin(values: ListedDevices): DeviceSpec[] {
  const behaviour = behaviourOf(values);
  if (values.topics !== undefined) {
    const devices = parseDeviceList(readFileSync(values.topics, 'utf8'), behaviour);
    if (devices.length === 0) throw new Error(`nessun dispositivo in ${values.topics}`);
    return devices;
  }
  const type = DEVICE_TYPES.find((known) => known === usualType(values));
  if (type === undefined) throw new Error('--type è semaforo, lanterna o misuratore');
  if (!isDeviceTopic(`${values.prefix}/s1`)) throw new Error('--prefix ha la forma /3/prova');
  const count = wholeNumber('--devices', values.devices, 100_000);
  return numberedDevices({ prefix: values.prefix, count, type, behaviour });
}

function behaviourOf(values: Record<string, unknown>): Behaviour {
  const [requested, ...others] = BEHAVIOURS.filter(({ name }) => values[name] !== undefined);
  if (others.length > 0) throw new Error('--mute, --slow e --liar si escludono');
  const word = requested?.type === 'string' ? `${requested.name}:${values[requested.name]}` : requested?.name;
  const behaviour = parseBehaviour(word ?? 'obedient');
  if (!behaviour) throw new Error(`--${requested?.name} vuole un numero intero di millisecondi`);
  return behaviour;
}

function powerDipsOf(
  perHour: string | undefined,
  requested: string | undefined,
): Pick<SimulationOptions, 'powerDips'> {
  const rebootTo = SHOWN_AFTER_REBOOT.find((known) => known === (requested ?? 'last'));
  if (rebootTo === undefined) throw new Error(`--reboot-to è ${SHOWN_AFTER_REBOOT.join(', ')}`);
  if (perHour !== undefined) {
    return { powerDips: { perHour: wholeNumber('--power-dips', perHour, 3600), rebootTo } };
  }
  if (requested !== undefined) throw new Error('--reboot-to vuole --power-dips');
  return {};
}

function wholeNumber(option: string, text: string, most: number): number {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > most) throw new Error(`${option} va da 1 a ${most}`);
  return value;
}
