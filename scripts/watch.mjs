// Watches a Semaforo from another machine: `node watch.mjs https://semaforo.comune.example --ntfy URL`. Needs nothing
// but Node, so that the file can be copied alone. docs/sorveglianza.md says how it is run.
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';

const WITHIN_MS = 10_000;
const USAGE = `Uso: semaforo watch INDIRIZZO [--ntfy URL] [--webhook URL] [--command COMANDO] [--after SECONDI] [--every SECONDI]
Guarda INDIRIZZO/readyz ogni 10 s; avvisa quando non va da 2 minuti, e quando torna.
  --ntfy URL         manda il testo con un POST, come vuole ntfy
  --webhook URL      manda {"text": …} con un POST
  --command COMANDO  avvia il comando con il testo su standard input, per esempio: mail -s Semaforo ced@comune.example`;

/** Why it is not well, in Italian; null: it is. */
async function failureOf(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(WITHIN_MS) });
    await response.body?.cancel();
    return response.ok ? null : `risponde ${response.status}`;
  } catch (error) {
    return `non risponde (${error.cause?.code ?? error.name})`;
  }
}

async function post(url, body, type) {
  const headers = { 'content-type': type };
  const options = { method: 'POST', body, headers, signal: AbortSignal.timeout(WITHIN_MS) };
  const response = await fetch(url, options);
  await response.body?.cancel();
  if (!response.ok) throw new Error(`${new URL(url).host} risponde ${response.status}`);
}

function runCommand(command, text) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, { shell: true, stdio: ['pipe', 'inherit', 'inherit'] });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`il comando termina con ${code}`)),
    );
    child.stdin.on('error', () => undefined);
    child.stdin.end(`${text}\n`);
  });
}

/** What was not sent is tried again at the next look; true when all were told. */
async function notify({ ntfy, webhook, command }, text) {
  console.log(`${new Date().toISOString()} ${text}`);
  const ways = [
    ntfy && post(ntfy, text, 'text/plain; charset=utf-8'),
    webhook && post(webhook, JSON.stringify({ text }), 'application/json'),
    command && runCommand(command, text),
  ];
  const outcomes = await Promise.allSettled(ways.filter(Boolean));
  const failed = outcomes.filter(({ status }) => status === 'rejected');
  for (const { reason } of failed) console.error(`Avviso non mandato: ${reason.message}`);
  return failed.length === 0;
}

async function watch(address, { after, every, ...ways }) {
  const url = `${address.replace(/\/+$/, '')}/readyz`;
  let unwellSince = null;
  let isTold = false;
  for (;;) {
    const failure = await failureOf(url);
    const now = performance.now();
    if (failure === null) {
      if (isTold) isTold = !(await notify(ways, `Semaforo di nuovo in funzione: ${address}`));
      unwellSince = null;
    } else {
      unwellSince ??= now;
      if (!isTold && now - unwellSince >= after * 1000)
        isTold = await notify(
          ways,
          `Semaforo non va: ${address} ${failure}, da ${Math.round((now - unwellSince) / 1000)} s`,
        );
    }
    await new Promise((resolve) => setTimeout(resolve, every * 1000));
  }
}

const text = { type: 'string' };
const options = { ntfy: text, webhook: text, command: text };
const seconds = { after: { type: 'string', default: '120' }, every: { type: 'string', default: '10' } };
const { values, positionals } = parseArgs({ options: { ...options, ...seconds }, allowPositionals: true });
const [address] = positionals;
if (
  positionals.length !== 1 ||
  !URL.canParse(address) ||
  !(Number(values.after) >= 0) ||
  !(Number(values.every) > 0)
) {
  console.error(USAGE);
  process.exit(2);
}
await watch(address, { ...values, after: Number(values.after), every: Number(values.every) });
