import { DUTY_CHANNEL_NAMES, type DutyChannel } from '@semaforo/contract/domain/duty-rules';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressOf } from '../http/address-of.ts';
import { networkOf } from '../platform/network-of.ts';
import { createRateLimiter } from '../platform/rate-limiter.ts';
import { alarmText } from './alarm-text.ts';
import type { AlarmsRepository, StoredAlarm } from './alarms.repository.ts';
import type { DutyLinks } from './duty-links.repository.ts';

/** Of one network: a token cannot be guessed, and no one has so many alarms. */
const LIMIT = { points: 60, perMs: 60_000 };

type LinkRequest = FastifyRequest<{ Params: { token: string } }>;

/** What a page says; `act`: the word on its button. */
type Page = { status: number; title: string; text: string; act?: string };

type Mounted = {
  links: DutyLinks;
  alarms: Pick<AlarmsRepository, 'find' | 'act'>;
  changed: (ownerId: number | null) => void;
  holdMs: number;
  escalateMs: number;
  basePath: string;
  clock: { now: () => number };
};

const UNKNOWN: Page = {
  status: 404,
  title: 'Collegamento non valido',
  text: 'Questo collegamento non esiste, o chi lo ha ricevuto non è più reperibile.',
};

/**
 * Mounts the links by which people on duty answer without a log-in. To open one changes nothing, because programs open
 * links too, to show what is behind them: the button does, or a request POST of a notification.
 */
export function mountDutyLinks(server: FastifyInstance, options: Mounted): void {
  const { links, clock, basePath } = options;
  const limiter = createRateLimiter(LIMIT);
  const answer =
    (find: (request: LinkRequest) => Promise<Page>) => async (request: LinkRequest, reply: FastifyReply) => {
      const waitMs = await limiter.take(networkOf(addressOf(request)));
      return send(reply, waitMs === 0 ? await find(request) : TOO_MANY, basePath);
    };
  const readReceipt = async ({ params }: LinkRequest, isConfirmed: boolean): Promise<Page> => {
    const link = await links.findReceipt(params.token);
    if (!link) return UNKNOWN;
    const title = `Prova: ${DUTY_CHANNEL_NAMES[link.channel as DutyChannel]}`;
    if (!isConfirmed) {
      const text = `${link.person}, conferma solo se la prova è arrivata.`;
      return { status: 200, title, text, act: 'La prova è arrivata' };
    }
    await links.confirm(link.id, clock.now());
    options.changed(link.ownerId);
    return { status: 200, title, text: 'Grazie: la ricezione è confermata.' };
  };
  void server.register((scope, _options, done) => {
    // A form and a notification send no content that counts.
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, parsed) => parsed(null));
    const mount = (path: string, show: (request: LinkRequest) => Promise<Page>, act: typeof show) => {
      const config = { access: 'public' } as const;
      scope.get(path, { config }, answer(show));
      scope.post(path, { config }, answer(act));
    };
    mount(
      '/api/alarms/take/:token',
      async ({ params }) => (await readTake(params.token, options)).page,
      (request) => take(request, options),
    );
    mount(
      '/api/alarms/receipt/:token',
      (request) => readReceipt(request, false),
      (request) => readReceipt(request, true),
    );
    done();
  });
}

const TOO_MANY: Page = {
  status: 429,
  title: 'Troppe richieste',
  text: 'Riprova fra un minuto.',
};

/** What a link leads to now, and the alarm while it can be taken in charge. */
async function readTake(
  token: string,
  { links, alarms, clock }: Mounted,
): Promise<{ page: Page; open?: { alarm: StoredAlarm; person: string } }> {
  const link = await links.find(token, clock.now());
  const alarm = link && (await alarms.find(link.alarmId));
  if (!link || !alarm) return { page: UNKNOWN };
  const [title = ''] = alarmText(alarm).split('\n');
  const over = (status: number, text: string) => ({ page: { status, title, text } });
  if (alarm.state === 'preso in carico') return over(409, `Già preso in carico da ${alarm.taken_by}.`);
  if (alarm.state !== 'aperto') return over(410, 'Questo allarme è finito: non serve fare nulla.');
  if (link.isUsed) return over(410, 'Questo collegamento è già stato usato.');
  if (link.isExpired)
    return over(410, 'Questo collegamento è scaduto: vale un’ora. Prendi in carico nella console.');
  const text = `${link.person}, se lo prendi in carico gli altri non sono più chiamati.`;
  return {
    page: { status: 200, title, text, act: 'Prendo in carico' },
    open: { alarm, person: link.person },
  };
}

async function take(request: LinkRequest, options: Mounted): Promise<Page> {
  const { token } = request.params;
  const { page, open } = await readTake(token, options);
  if (!open) return page;
  const { links, alarms, holdMs, escalateMs } = options;
  const at = options.clock.now();
  const done = await alarms.act(open.alarm, {
    ...{ act: 'prendi', at, note: null, holdMs, escalateMs },
    author: { id: null, username: open.person, address: addressOf(request) },
    using: (transaction) => links.use(token, at, transaction),
  });
  // Somebody else was a moment earlier.
  if (!done) return (await readTake(token, options)).page;
  options.changed(open.alarm.owner_id);
  return { status: 200, title: page.title, text: `Preso in carico da ${open.person}.` };
}

function send(reply: FastifyReply, { status, title, text, act }: Page, basePath: string): FastifyReply {
  const form = act === undefined ? '' : `<form method="post"><button type="submit">${act}</button></form>`;
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="it"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>Semaforo</title><link rel="stylesheet" href="${basePath}/c/-/pagina.css"></head><body><section class="hero few"><p class="say">${escapeHtml(title)}</p><p>${escapeHtml(text)}</p>${form}</section></body></html>`,
    );
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
