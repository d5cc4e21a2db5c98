import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { failureOf } from '../../../platform/failure-of.ts';
import type { Channel, Outgoing } from '../../channel.port.ts';
import { toSmsText } from '../http/http-template.ts';

const LOOK_EVERY_MS = 250;
/** Within what a claim lasts. */
const WAIT_MS = 40_000;
const AGAIN_MS = 5000;
/** What gammu-smsd reads as UTF-16; without it, it reads bytes. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * SMS by a modem, through the folders of gammu-smsd: it reads its outbox, and moves a file to where the sent ones or
 * the failed ones are. A message has the same file each time that it is tried, so a crash sends none twice.
 */
export function createModemChannel({
  folders,
  ...pace
}: {
  folders: { outbox: string; sent: string; error: string };
  isReady: () => boolean;
  everyMs: number;
}): Channel {
  const fateOf = (file: string) => {
    if (existsSync(join(folders.sent, file))) return 'sent';
    return existsSync(join(folders.error, file)) ? 'refused' : undefined;
  };
  const put = async (file: string, message: Outgoing) => {
    if (fateOf(file) !== undefined || existsSync(join(folders.outbox, file))) return;
    // gammu-smsd leaves hidden files alone.
    const hidden = join(folders.outbox, `.${file}`);
    await writeFile(hidden, Buffer.from(BYTE_ORDER_MARK + toSmsText(message), 'utf16le'));
    await rename(hidden, join(folders.outbox, file));
  };
  const untilFate = async (file: string, signal: AbortSignal) => {
    const waitUntil = performance.now() + WAIT_MS;
    while (fateOf(file) === undefined && performance.now() < waitUntil && !signal.aborted) {
      await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
    return fateOf(file);
  };
  return {
    ...{ ...pace, name: 'sms', keepsOrder: false, repeats: true, tries: 20, callsAtOnce: 5 },
    open: ({ recipient }) =>
      Promise.resolve(async (message, signal) => {
        const file = fileOf(recipient, message);
        const failure = await failureOf(put(file, message));
        if (failure !== null) return { outcome: 'retry', failure, afterMs: AGAIN_MS };
        const fate = await untilFate(file, signal);
        if (fate === 'sent') return { outcome: 'sent' };
        if (fate === 'refused') return { outcome: 'refused', failure: 'il modem non è riuscito a inviarlo' };
        return { outcome: 'retry', failure: 'il modem non l’ha ancora inviato', afterMs: AGAIN_MS };
      }),
  };
}

/** `OUTA<date>_<time>_<serial>_<number>_<note>.txt`: A is the highest priority. */
function fileOf(recipient: string, { key, createdAt }: Outgoing): string {
  const [date = '', time = ''] = new Date(createdAt)
    .toISOString()
    .replace(/[-:]|\..*/g, '')
    .split('T');
  const note = createHash('sha256').update(`${key} ${recipient}`).digest('hex').slice(0, 16);
  return `OUTA${date}_${time}_00_${recipient}_${note}.txt`;
}
