import { z } from 'zod';
import { DEVICE_TYPES, LAMP_DEVICE_TYPES } from '../domain/channels.ts';
import { DEVICE_TOPIC_PATTERN } from '../domain/device-key.ts';
import { DEVICE_PROFILES } from '../domain/device-profiles.ts';
import { LANTERN_STATES } from '../domain/lantern-state.ts';
import { SIGNAL_COLORS, SIGNAL_STATUSES } from '../domain/signal-color.ts';
import { CHOSEN_AT_MOST, selectsOneWay, TARGET_KINDS } from '../domain/targets.ts';

/** Fields that several words of the API share. Their messages are Italian, because a person reads them. */

/** The largest id that both databases store and JavaScript holds exactly. */
const MAX_ID = Number.MAX_SAFE_INTEGER;

export const id = z.int('Identificativo non valido').positive('Identificativo non valido').max(MAX_ID);

/** An id in a path: decimal digits only. */
export const idInPath = z
  .string()
  .regex(/^[1-9]\d{0,15}$/, 'Identificativo non valido')
  .transform(Number)
  .pipe(id);

export const byId = z.strictObject({ id: idInPath });

/** ISO 8601, UTC, with `Z`. */
export const time = z.iso.datetime();

/** A day of the calendar, `2026-11-22`. */
export const day = z.iso.date('La data ha la forma 2026-11-22');

/** A day as a caller gives it. What follows from it, or was stored before, may lie outside: answers take any day. */
export const givenDay = day.refine(
  (date) => date >= '2000-01-01' && date <= '2100-12-31',
  'La data va dal 2000 al 2100',
);

export const givenMonth = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Il mese ha la forma 2026-11');

/** Text that a database can store and a terminal can print: no NUL, no lone surrogate. */
export const text = z
  .string('Serve un testo')
  .refine((value) => !value.includes('\0') && value.isWellFormed(), 'Il testo contiene caratteri non validi');

export const deviceType = z.enum(DEVICE_TYPES, 'Il tipo è semaforo, lanterna o misuratore');

/** The type of a device with lamps, which alone is commanded. */
export const lampDeviceType = z.enum(LAMP_DEVICE_TYPES, 'Il tipo è semaforo o lanterna');

export const deviceProfile = z.enum(DEVICE_PROFILES, `Il profilo è uno fra ${DEVICE_PROFILES.join(', ')}`);
export const signalColor = z.enum(SIGNAL_COLORS);
export const signalStatus = z.enum(SIGNAL_STATUSES);
export const lanternState = z.enum(LANTERN_STATES);
export const targetKind = z.enum(TARGET_KINDS);
export const deviceStatus = z.enum([...SIGNAL_STATUSES, 'acceso'], 'Colore o stato non valido');

export const topic = z
  .string('Serve il topic')
  .regex(
    DEVICE_TOPIC_PATTERN,
    'Il topic deve avere la forma /3/comune/nome: tre parti di lettere, cifre, _ . -',
  );

/** No line break, of ASCII or Unicode, and no sign that is invisible or turns the others around. */
const ONE_VISIBLE_LINE = /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u;

/**
 * A line that people read, such as a name: composed, without spaces around, of at most `most` signs. `empty` is the
 * sentence when nothing is written; without it that is allowed.
 */
export function visibleLine(most: number, sentences: { empty?: string; long: string; hidden: string }) {
  return text
    .transform((line) => line.normalize('NFC').trim())
    .pipe(
      z
        .string()
        .min(sentences.empty === undefined ? 0 : 1, sentences.empty)
        .max(most, sentences.long)
        .regex(ONE_VISIBLE_LINE, sentences.hidden),
    );
}

/** Null where nothing is written: the topic stands for it. */
export const deviceName = visibleLine(100, {
  long: 'Il nome di un dispositivo ha al massimo 100 caratteri',
  hidden: 'Il nome del dispositivo contiene caratteri invisibili',
})
  .transform((name) => (name === '' ? null : name))
  .nullable();

export const groupName = visibleLine(60, {
  empty: 'Il gruppo ha bisogno di un nome',
  long: 'Il nome di un gruppo ha al massimo 60 caratteri',
  hidden: 'Il nome del gruppo contiene caratteri invisibili',
});

/** The largest body with CHOSEN_AT_MOST ids, however long these are. */
export const CHOSEN_MAX_BYTES = 256 * 1024;

/** Devices by their ids, each once: a set that may be empty. */
export const distinctDeviceIds = z
  .array(id, 'Servono gli identificativi dei dispositivi')
  .max(CHOSEN_AT_MOST, `Al massimo ${CHOSEN_AT_MOST} dispositivi`)
  .refine((ids) => new Set(ids).size === ids.length, 'Un dispositivo è indicato due volte');

/** For whom a command or a schedule is; neither of the two: all devices of the type. */
export const targetFields = {
  deviceIds: distinctDeviceIds.min(1, 'Serve almeno un dispositivo').optional(),
  groupId: id.optional(),
};

/** The check of a body with the fields of whom, and the sentence when it fails. */
export const oneTargetSelector = [selectsOneWay, 'Indica i dispositivi o un gruppo, non entrambi'] as const;

export const latitude = z
  .number('La latitudine è un numero')
  .min(-90, 'La latitudine va da -90 a 90')
  .max(90, 'La latitudine va da -90 a 90')
  .nullable();

export const longitude = z
  .number('La longitudine è un numero')
  .min(-180, 'La longitudine va da -180 a 180')
  .max(180, 'La longitudine va da -180 a 180')
  .nullable();

/** A device as users and admins see it in lists. */
export const deviceSchema = z.strictObject({
  id,
  topic: z.string(),
  name: z.string().nullable(),
  type: deviceType,
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
});

export type Device = z.infer<typeof deviceSchema>;

/** The query of a list that is read page by page: at most `limit` rows with an id smaller than `before`. */
export function pageQuery(limits: { usual: number; most: number }) {
  const sentence = `Il limite va da 1 a ${limits.most}`;
  return z.strictObject({
    limit: z
      .string()
      .regex(/^[1-9]\d{0,5}$/, sentence)
      .transform(Number)
      .pipe(z.int().max(limits.most, sentence))
      .default(limits.usual),
    before: idInPath.optional(),
  });
}

/** The body of a call whose path says everything: none, or an empty object. */
export const emptyBody = z.strictObject({}).nullish();
