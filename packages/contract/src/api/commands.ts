import { z } from 'zod';
import { COMMAND_ORIGINS } from '../domain/command-rules.ts';
import { DELIVERY_STATES } from '../domain/delivery-state.ts';
import { LAMP_COLORS } from '../domain/lamps.ts';
import { addresses } from './addresses.ts';
import {
  byId,
  CHOSEN_MAX_BYTES,
  deviceStatus,
  emptyBody,
  id,
  idInPath,
  lampDeviceType,
  lanternState,
  oneTargetSelector,
  pageQuery,
  targetFields,
  targetKind,
  time,
} from './fields.ts';
import { defineRoute } from './route.ts';

const byCommand = z.strictObject({ commandId: idInPath });

/**
 * One entry per commanded device: its label, and null or the reason in Italian why it does not show what was commanded.
 */
const commandResultSchema = z.strictObject({
  results: z.array(z.strictObject({ device: z.string(), error: z.string().nullable() })),
  commandId: id,
});

export type CommandResult = z.infer<typeof commandResultSchema>;

/** One device's share of a command. `deviceId` is null once the device is deleted; `value` is the commanded status. */
export const deliverySchema = z.strictObject({
  id,
  deviceId: id.nullable(),
  device: z.string(),
  value: deviceStatus,
  state: z.enum(DELIVERY_STATES),
  reason: z.string().nullable(),
});

export type Delivery = z.infer<typeof deliverySchema>;

/**
 * A command with what became of it: each device's newest delivery, that of the command or of a retry of it. `value`
 * null: each device was commanded a status of its own (a restore); then `left_out` names the devices that it leaves
 * alone, and why. Only what the caller may see.
 */
export const commandSchema = z.strictObject({
  commandId: id,
  origin: z.enum(COMMAND_ORIGINS),
  username: z.string(),
  /** The second person who approved it, where one was needed. */
  approved_by: z.string().optional(),
  device_type: lampDeviceType,
  value: deviceStatus.nullable(),
  /** For whom it was, and the name that the group had. */
  whom: targetKind,
  group: z.string().nullable(),
  created_at: time,
  deliveries: z.array(deliverySchema),
  left_out: z.array(
    z.strictObject({ device: z.string(), because: z.enum(['not-confirmed-before', 'commanded-since']) }),
  ),
});

export type Command = z.infer<typeof commandSchema>;

const historyRecordSchema = z.strictObject({
  id,
  created_at: time,
  color: deviceStatus,
  device_name: z.string().nullable(),
  device_topic: z.string(),
  payloads: z.string(),
  outcome: z.enum(DELIVERY_STATES),
  outcome_reason: z.string().nullable(),
  /** What the device showed when its command had ended otherwise than confirmed; null when that is not known. */
  shown: deviceStatus.nullable(),
  /** The lamps that were lit then: more than one where `shown` is only the last that said so. */
  lit: z.array(z.enum(LAMP_COLORS)),
  username: z.string(),
  /** The second person who approved it, where one was needed. */
  approved_by: z.string().optional(),
  /** The beginning or the end of an exercise, which is no word about the weather. */
  drill: z.literal(true).optional(),
  /** How the command came about; `prova`: a lamp test, which is no word about the weather. */
  origin: z.enum(COMMAND_ORIGINS),
});

export type HistoryRecord = z.infer<typeof historyRecordSchema>;

export const commandRoutes = {
  sendCommand: defineRoute(addresses.sendCommand, {
    summary:
      'Comanda dispositivi del tipo: tutti i propri, quelli indicati o quelli di un gruppo; risponde dopo le conferme, al più dopo la finestra di conferma',
    query: z.strictObject({ type: lampDeviceType.default('semaforo') }),
    maxBytes: CHOSEN_MAX_BYTES,
    body: z.strictObject({ command: deviceStatus, ...targetFields }).refine(...oneTargetSelector),
    success: { status: 200, body: commandResultSchema },
    refusals: [404, 409],
  }),
  toggleLantern: defineRoute(addresses.toggleLantern, {
    summary: 'Accende la lanterna se è spenta, la spegne se è accesa',
    params: byId,
    body: emptyBody,
    success: {
      status: 200,
      body: z.strictObject({
        device: z.string(),
        state: lanternState.nullable(),
        error: z.string().nullable(),
      }),
    },
    refusals: [409, 422],
  }),
  getCommand: defineRoute(addresses.getCommand, {
    summary: 'A che punto è un comando, dispositivo per dispositivo',
    params: byCommand,
    success: { status: 200, body: commandSchema },
  }),
  getLastCommand: defineRoute(addresses.getLastCommand, {
    summary: 'L’ultimo comando ai dispositivi che si vedono, di chiunque sia; null se non ce n’è',
    query: z.strictObject({ type: lampDeviceType.default('semaforo') }),
    success: { status: 200, body: commandSchema.nullable() },
  }),
  listFailedCommands: defineRoute(addresses.listFailedCommands, {
    summary:
      'I comandi non confermati dai dispositivi che ancora ne differiscono o sono in errore, con quelli soltanto',
    success: { status: 200, body: z.array(commandSchema) },
  }),
  estimateCommand: defineRoute(addresses.estimateCommand, {
    summary: 'Quanto dura l’invio di un comando a tanti dispositivi, da quanto misurato finora',
    query: z.strictObject({
      devices: z
        .string()
        .regex(/^[1-9]\d{0,5}$/, 'Quanti dispositivi?')
        .transform(Number),
    }),
    success: {
      status: 200,
      body: z.strictObject({
        /** Until the last device has its messages. */
        seconds: z.number(),
        /** After so long from the press nothing is sent any more. */
        deadline_seconds: z.number(),
      }),
    },
  }),
  stopCommand: defineRoute(addresses.stopCommand, {
    summary: 'Ferma l’invio di un comando: i dispositivi non ancora raggiunti restano come sono',
    params: byCommand,
    body: emptyBody,
    success: { status: 200, body: z.strictObject({ stopped: z.int() }) },
    refusals: [409],
  }),
  retryCommand: defineRoute(addresses.retryCommand, {
    summary: 'Ripete un comando sui dispositivi che non lo hanno confermato',
    params: byCommand,
    body: emptyBody,
    success: { status: 200, body: commandResultSchema },
    refusals: [409],
  }),
  restoreCommand: defineRoute(addresses.restoreCommand, {
    summary: 'Riporta ogni dispositivo al colore confermato prima del comando, entro 5 minuti',
    params: byCommand,
    body: emptyBody,
    success: { status: 200, body: commandResultSchema },
    refusals: [409],
  }),
  listHistory: defineRoute(addresses.listHistory, {
    summary: 'Storico dei comandi, dal più recente',
    query: pageQuery({ usual: 500, most: 5000 }),
    success: { status: 200, body: z.array(historyRecordSchema) },
  }),
};
