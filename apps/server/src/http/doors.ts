import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../platform/network-of.ts';
import { Refusal } from '../platform/refusal.ts';
import { createSemaphores } from '../platform/semaphores.ts';
import { addressOf, createIsProxy } from './address-of.ts';
import {
  ADMISSION_LIMITS,
  type Admission,
  type AdmissionLimits,
  type Caller,
  createAdmission,
  type NotAdmitted,
} from './admission.ts';
import { endWith } from './end-with.ts';
import { sendRefusal } from './failures.ts';

/** How long a request may take to arrive, and how many there may be (docs/rules.md#doors). */
export type DoorLimits = {
  headersWithinMs: number;
  requestWithinMs: number;
  connectionsPerAddress: number;
  admission: AdmissionLimits;
};

export const DOOR_LIMITS: DoorLimits = {
  headersWithinMs: 5000,
  requestWithinMs: 15_000,
  connectionsPerAddress: 200,
  admission: ADMISSION_LIMITS,
};

const SEVERAL_HOSTS = new Refusal('invalid', {
  code: 'malformed-request',
  message: 'La richiesta nomina più di un host',
});
const ENCODED = new Refusal('unsupported', {
  code: 'unsupported-encoding',
  message: 'Il corpo della richiesta non può essere compresso',
});
const OVERLOADED = new Refusal('unavailable', {
  code: 'overloaded',
  message: 'Il server ha troppe richieste in corso: riprova fra qualche secondo',
  retryAfterS: 5,
});
const TOO_MANY = new Refusal('too-many', {
  code: 'too-many-requests',
  message: 'Troppe richieste insieme: riprova fra 5 secondi',
  retryAfterS: 5,
});
/** A console needs none of them. */
const NO_PERMISSIONS = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/** Refuses what no caller of ours sends, and what is more than the server can hold; adds the headers of all answers. */
export function guardDoors(server: FastifyInstance, limits: DoorLimits): void {
  server.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', NO_PERMISSIONS);
    const refusal = refusalOf(request);
    return refusal ? sendRefusal(reply, refusal) : undefined;
  });
  admitRequests(server, createAdmission(limits.admission));
  // Last, so that no route says otherwise: what a user sees is kept by no one on its way.
  server.addHook('onSend', (request, reply, payload, done) => {
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
    done(null, payload);
  });
}

/**
 * Counts requests only once it is known who calls, and takes up room for one only once it is here as a whole:
 * unfinished requests take no capacity from others.
 */
function admitRequests(server: FastifyInstance, admission: Admission): void {
  const arrived = new WeakMap<FastifyRequest, () => void>();
  server.addHook('preParsing', async (request, reply) => {
    if (!isCounted(request)) return undefined;
    const place = admission.arrives(callerOf(request));
    if (typeof place === 'string') return refuse(reply, place);
    arrived.set(request, place);
    endWith(reply, place);
    return undefined;
  });
  server.addHook('preValidation', async (request, reply) => {
    if (!isCounted(request)) return undefined;
    // While it waits for its turn it is still one of those that its network may have on their way.
    const place = await admission.enters(callerOf(request));
    arrived.get(request)?.();
    if (typeof place === 'string') return refuse(reply, place);
    endWith(reply, place);
    return undefined;
  });
}

/** Who looks after the server must still be answered. */
function isCounted({ url }: FastifyRequest): boolean {
  return url.startsWith('/api/');
}

function callerOf(request: FastifyRequest): Caller {
  const { aging } = request.routeOptions.config;
  return { actor: request.actor, address: addressOf(request), isCommand: aging === true };
}

function refuse(reply: FastifyReply, reason: NotAdmitted): FastifyReply {
  // What is left of the body is not waited for.
  if (!reply.request.raw.complete) reply.header('connection', 'close');
  return sendRefusal(reply, reason === 'full' ? OVERLOADED : TOO_MANY);
}

function refusalOf({ headers, raw }: FastifyRequest): Refusal | undefined {
  if (namesSeveralHosts(raw.rawHeaders)) return SEVERAL_HOSTS;
  const encoding = headers['content-encoding']?.trim().toLowerCase();
  return encoding === undefined || encoding === 'identity' ? undefined : ENCODED;
}

/** True when the Host header is there more than once: Node takes the first, a proxy may take the last. */
export function namesSeveralHosts(rawHeaders: readonly string[]): boolean {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1;
}

/**
 * Closes what an address has in connections beyond its share, at once. A proxy brings those of everybody: it has to
 * limit them itself.
 */
export function limitConnections(
  server: Server,
  {
    connectionsPerAddress,
    trustedProxies,
  }: { connectionsPerAddress: number; trustedProxies: readonly string[] },
): void {
  const isProxy = createIsProxy(trustedProxies);
  const counts = createSemaphores();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (isProxy(address)) return;
    const leave = counts.take([{ key: networkOf(address), most: connectionsPerAddress }]);
    if (leave) socket.once('close', leave);
    else socket.destroy();
  });
}
