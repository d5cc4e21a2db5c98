import { createPrivateKey } from 'node:crypto';
import { isIP } from 'node:net';
import { z } from 'zod';
import { isAnnouncement } from './broker/own-topics.ts';
import { readNatsUrl } from './cluster/nats-servers.ts';
import { Secret } from './platform/secret.ts';
import { readOidcRoles } from './users/oidc/oidc-roles.ts';

/** How the values of settings are written. What is wrong with one is said in Italian. */

const PORT_SENTENCE = 'deve essere un numero intero da 0 a 65535';

/** A TCP port; 0 lets the system choose. */
export const port = z
  .string()
  .regex(/^\d{1,5}$/, PORT_SENTENCE)
  .transform(Number)
  .pipe(z.int().max(65_535, PORT_SENTENCE));

const OTHERS_PORT_SENTENCE = 'deve essere un numero intero da 1 a 65535';

/** The TCP port of another program: there the system has nothing to choose. */
export const othersPort = z
  .string()
  .regex(/^\d{1,5}$/, OTHERS_PORT_SENTENCE)
  .transform(Number)
  .pipe(z.int().min(1, OTHERS_PORT_SENTENCE).max(65_535, OTHERS_PORT_SENTENCE));

/** A whole number between two limits. */
export const wholeNumber = (limits: { min: number; max: number }) => {
  const sentence = `deve essere un numero intero da ${limits.min} a ${limits.max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, sentence)
    .transform(Number)
    .pipe(z.int().min(limits.min, sentence).max(limits.max, sentence));
};

/** A number between two limits, with a point before its decimals. */
export const decimalNumber = (limits: { min: number; max: number }) => {
  const sentence = `deve essere un numero da ${limits.min} a ${limits.max}, con il punto prima dei decimali`;
  return z
    .string()
    .regex(/^-?\d{1,6}(\.\d{1,3})?$/, sentence)
    .transform(Number)
    .pipe(z.number().min(limits.min, sentence).max(limits.max, sentence));
};

/** What was checked as a text and is a secret from then on. */
export const secret = (check: z.ZodType<string, string>) => check.transform((content) => new Secret(content));

/** A secret of at least so many characters. */
export const longSecret = (least: number) =>
  secret(z.string().min(least, `deve avere almeno ${least} caratteri`));

/** The address of a mail server, with its log-in. */
export const smtpUrl = secret(
  z
    .string()
    .refine(
      (address) => URL.canParse(address) && ['smtp:', 'smtps:'].includes(new URL(address).protocol),
      'deve essere un indirizzo come smtp://utente:password@host:587 (o smtps://)',
    ),
);

/** `true` or `false`. */
export const yesOrNo = z
  .enum(['true', 'false'], 'deve essere true oppure false')
  .transform((value) => value === 'true');

/** The topic of commands, with a place for the key and one for the channel. */
export const commandTopic = z
  .string()
  .refine((template) => template.split('{key}').length === 2 && template.split('{channel}').length === 2, {
    error: 'deve contenere {key} e {channel}, una volta ciascuno',
    abort: true,
  })
  .refine((template) => !/[+#$\0]/.test(template), 'non può contenere + # $');

/** The first levels of the topics of announcements. */
export const discoveryPrefix = z
  .string()
  .max(100, 'può avere al massimo 100 caratteri')
  .refine(
    (prefix) => /^[\w-]+(\/[\w-]+)*$/.test(prefix) && isAnnouncement(`${prefix}/config`),
    'deve essere un prefisso come homeassistant (lettere, cifre, _ e -, livelli separati da /), non semaforo',
  );

/** IP addresses and networks, separated by commas. */
export const addressList = z
  .string()
  .transform((list) => list.split(',').map((address) => address.trim()))
  .refine((addresses) => addresses.every(isAddressOrRange), {
    error: 'deve elencare indirizzi IP o reti (come 10.0.0.0/8), separati da virgole',
  });

/** The address of a PostgreSQL. */
export const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, { error: 'deve iniziare con postgres://', abort: true })
  .refine(
    (address) => URL.canParse(address),
    'non è un indirizzo come postgres://utente:password@host:5432/database (i segni di una password vanno codificati)',
  );

/** The addresses of NATS, one or more. */
export const natsUrl = z.string().transform((written, context) => {
  const servers = readNatsUrl(written);
  if (servers) return servers;
  // What was written may hold a password: it is not repeated.
  context.addIssue(
    'deve essere un indirizzo come nats://utente:password@host:4222, o più d’uno separati da virgole',
  );
  return z.NEVER;
});

/** The address of map tiles. */
export const tileUrl = z
  .string()
  .regex(/^https?:\/\/[^/]+\/.*\{z\}.*$/, 'deve essere un indirizzo http con {z}, {x} e {y}')
  .refine((url) => url.includes('{x}') && url.includes('{y}'), 'deve contenere {z}, {x} e {y}');

/** Where the audit goes besides; in clear only on this machine. */
export const syslogTarget = z.string().transform((written, context) => {
  const { protocol, hostname, port, pathname } = URL.canParse(written) ? new URL(written) : new URL('x:');
  const host = hostname.replace(/^\[|\]$/g, '');
  const isHere = host === 'localhost' || host === '::1' || host.startsWith('127.');
  const way = (['tls', 'tcp', 'udp'] as const).find((known) => protocol === `${known}:`);
  if (way && host !== '' && port !== '' && pathname.length < 2 && (way === 'tls' || isHere))
    return { protocol: way, host, port: Number(port) };
  context.addIssue(
    'deve essere tls://host:porta; tcp://127.0.0.1:porta o udp://127.0.0.1:porta solo su questa macchina',
  );
  return z.NEVER;
});

const LINK_PROTOCOLS = ['https:', 'http:', 'mailto:'];

/** The address of a page, or of a mailbox. */
export const link = z
  .string()
  .refine(
    (address) => URL.canParse(address) && LINK_PROTOCOLS.includes(new URL(address).protocol),
    'deve essere un indirizzo che inizia con https://, http:// o mailto:',
  );

/** The address of a document, to be read by the server. */
export const webAddress = z
  .string()
  .refine(
    (address) => URL.canParse(address) && ['https:', 'http:'].includes(new URL(address).protocol),
    'deve essere un indirizzo http o https',
  );

/** The address of a provider's API, which may hold a secret and places for a number and a text. */
export const templateUrl = secret(
  z
    .string()
    .refine(
      (address) => URL.canParse(address) && ['https:', 'http:'].includes(new URL(address).protocol),
      'deve essere un indirizzo http o https',
    ),
);

/** How a provider is asked. */
export const templateMethod = z.enum(['GET', 'POST', 'PUT'], 'può essere GET, POST o PUT');

/** The headers of a request, as a JSON object. What was written may hold a secret: it is not repeated. */
export const templateHeaders = z.string().transform((written, context) => {
  const headers = headersOf(written);
  if (headers) return new Secret(headers);
  context.addIssue(
    'deve essere un oggetto JSON di testi su una riga, come {"Content-Type":"application/json"}',
  );
  return z.NEVER;
});

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Who vouches for persons. What it says decides who gets in, so it is read over TLS, or on this machine. */
export const oidcIssuer = z.string().refine((address) => {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}, 'deve essere un indirizzo https (http solo su questa macchina)');

/** Which value of which claim gives which duty. */
export const oidcRoles = z.string().transform((written, context) => {
  const roles = readOidcRoles(written);
  if (roles) return roles;
  context.addIssue(
    'deve essere come groups=operatori:operate;groups=dirigenti:manage (read, operate o manage)',
  );
  return z.NEVER;
});

function headersOf(written: string): Record<string, string> | undefined {
  try {
    return z
      .record(z.string().regex(/^[\w-]+$/), z.string().regex(/^[\x20-\x7e]*$/))
      .parse(JSON.parse(written));
  } catch {
    return undefined;
  }
}

const WEEKDAYS = ['dom', 'lun', 'mar', 'mer', 'gio', 'ven', 'sab'];

/** A time of each week in Rome, such as `mar 10:00`, or null for `mai`. `weekday` counts from Sunday, 0. */
export const weeklyTime = z.string().transform((written, context) => {
  if (written === 'mai') return null;
  const [, day = '', time = ''] = /^([a-z]{3}) ((?:[01]\d|2[0-3]):[0-5]\d)$/.exec(written) ?? [];
  const weekday = WEEKDAYS.indexOf(day);
  if (weekday >= 0) return { written, weekday, time };
  context.addIssue(`deve essere un giorno (${WEEKDAYS.join(', ')}) e un'ora, come mar 10:00, oppure mai`);
  return z.NEVER;
});

const BASE_PATH = /^(\/[A-Za-z0-9._~-]+)*\/?$/;

/** Where people find the console: nothing but a host and the path under which a proxy has it. */
export const publicUrl = z.string().refine((address) => {
  if (!URL.canParse(address)) return false;
  const { protocol, pathname, search, hash, username } = new URL(address);
  return /^https?:$/.test(protocol) && search + hash + username === '' && BASE_PATH.test(pathname);
}, 'deve essere come https://semaforo.comune.example o https://www.comune.example/semaforo');

/** The address of an API, without a slash at its end. */
export const apiRoot = z
  .string()
  .regex(/^https?:\/\/[^\s/?#]+[^\s?#]*$/, 'deve essere un indirizzo http o https')
  .transform((url) => url.replace(/\/+$/, ''));

/** `192.0.2.7`, `10.0.0.0/8`, `2001:db8::/32`. */
function isAddressOrRange(written: string): boolean {
  const [address = '', bits, ...rest] = written.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** Whom a push service may ask about what it gets. */
export const pushContact = z
  .string()
  .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'deve essere mailto:indirizzo o https://…');

/** A private key (RSA) as PEM, in base64 so that it is one line. Gives the PEM. */
export const rsaKey = z.string().transform((written, context) => {
  const pem = Buffer.from(written, 'base64').toString();
  if (isRsaKey(pem)) return new Secret(pem);
  context.addIssue('deve essere una chiave RSA privata in PEM, scritta in base64 su una riga');
  return z.NEVER;
});

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}
