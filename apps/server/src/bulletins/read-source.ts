import type { BulletinSource } from '@semaforo/contract/domain/bulletin-rules';
import { parseLargeJson, StrictJsonError } from '../http/strict-json.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import type { DocumentSource, FetchedDocument } from './document-source.port.ts';
import { addressOfBulletin, addressOfPart, newestName } from './find-newest.ts';
import { EarlyBulletin, type ReadBulletin, UnreadableBulletin } from './read-bulletin.ts';
import { findCapMessages, readCapMessage } from './read-cap.ts';
import { readEnvelope, readNationalBulletin } from './read-national-bulletin.ts';

/** A bulletin that the source has, as received. */
export type FoundBulletin = {
  source: BulletinSource;
  documents: unknown;
  read: ReadBulletin | UnreadableBulletin;
};

/**
 * Receives each bulletin as soon as it is read, so that of a long feed one is held at a time. Resolves to false when it
 * must be read again.
 */
export type TakeBulletin = (found: FoundBulletin) => Promise<boolean>;

/** Reads the source; resolves to null, or to what was wrong with it, in Italian. Some may have been taken before. */
export type ReadSource = (take: TakeBulletin, signal: AbortSignal) => Promise<string | null>;

type Options = {
  source: DocumentSource;
  /** The address of the settings, and where a bulletin of a `{name}` is. */
  url: string;
  fileTemplate: string | undefined;
  clock: Clock;
  logger: Pick<Logger, 'error'>;
};

/** Of a feed, those that are in it and those that it leads to. */
const MESSAGES_AT_MOST = 100;

/**
 * Reads what the address of the settings leads to: a national bulletin, a message or feed of CAP, or a page that names
 * the newest bulletin. Within, each reading resolves to whether all was taken for good, and throws a SourceFailure.
 */
export function createReadSource(options: Options): ReadSource {
  const { source, fileTemplate, clock } = options;
  const url = new URL(options.url);
  const attempt = createAttempt(options.logger);

  const takeFound = async (found: FoundBulletin, take: TakeBulletin): Promise<boolean> =>
    (await take(found)) && !(found.read instanceof EarlyBulletin);

  const takeMessage = async (cap: string, take: TakeBulletin): Promise<boolean> => {
    const read = await attempt(() => readCapMessage(cap, clock.now()));
    return takeFound({ source: 'cap', documents: { cap }, read }, take);
  };

  const takeLinked = async (link: string, take: TakeBulletin, signal: AbortSignal): Promise<boolean> => {
    if (!URL.canParse(link, url.href)) {
      throw new SourceFailure(`l’indirizzo ${link.slice(0, 100)} non è un indirizzo`);
    }
    const document = await source.fetch(new URL(link, url), { unlessUnchanged: true, signal });
    if (document.kind === 'failed') throw new SourceFailure(document.reason);
    const isDone = document.kind === 'unchanged' || (await takeMessage(document.text, take));
    if (isDone && document.kind === 'document') source.accepted(document.url);
    return isDone;
  };

  /** What is wrong with one message is no reason to miss another. */
  const takeMessages = async (
    { messages, links }: { messages: string[]; links: string[] },
    take: TakeBulletin,
    signal: AbortSignal,
  ): Promise<boolean> => {
    const takes = [
      ...messages.slice(0, MESSAGES_AT_MOST).map((cap) => () => takeMessage(cap, take)),
      ...links.slice(0, MESSAGES_AT_MOST).map((link) => () => takeLinked(link, take, signal)),
    ];
    let isDone = true;
    const failures: SourceFailure[] = [];
    for (const takeNext of takes) {
      const isTaken = await takeNext().catch((error: unknown) => {
        if (!(error instanceof SourceFailure)) throw error;
        failures.push(error);
        return false;
      });
      isDone &&= isTaken;
    }
    const [first] = failures;
    if (first) throw first;
    return isDone;
  };

  const readPage = async (take: TakeBulletin, signal: AbortSignal): Promise<boolean> => {
    const page = await source.fetch(url, { unlessUnchanged: true, signal });
    if (page.kind === 'unchanged') return true;
    if (page.kind === 'failed') throw new SourceFailure(page.reason);
    const cap = looksLikeXml(page.text) ? await findCapMessages(page.text) : undefined;
    if (cap) return takeMessages(cap, take, signal);
    const envelope = await parse(page.text);
    if (isEnvelope(envelope)) return takeFound(await readParts(envelope, page, signal), take);
    const name = newestName(page.text, clock.now());
    if (name === undefined) throw new SourceFailure(`a ${url.host} non c’è nessun bollettino`);
    const address = addressOfBulletin(name, { page: page.text, url, template: fileTemplate });
    if (!address) throw new SourceFailure(`non si sa dove sia il bollettino ${name}`);
    return takeFound(await readNamed(address, signal), take);
  };

  const readNamed = async (address: URL, signal: AbortSignal): Promise<FoundBulletin> => {
    const document = await source.fetch(address, { signal });
    if (document.kind !== 'document') throw new SourceFailure(reasonOf(document));
    const envelope = await parse(document.text);
    if (!isEnvelope(envelope)) {
      const read = new UnreadableBulletin('il documento non è un bollettino');
      return { source: 'nazionale', documents: { envelope: document.text }, read };
    }
    return readParts(envelope, document, signal);
  };

  const readParts = async (
    envelope: object,
    { url: address }: { url: URL },
    signal: AbortSignal,
  ): Promise<FoundBulletin> => {
    const fields = readEnvelope(envelope);
    if (fields instanceof UnreadableBulletin)
      return { source: 'nazionale', documents: { envelope }, read: fields };
    const part = async (written: string | undefined) => {
      const where = written === undefined ? undefined : addressOfPart(written, address);
      if (!where) throw new SourceFailure('manca l’indirizzo delle zone');
      const document = await source.fetch(where, { signal });
      if (document.kind !== 'document') throw new SourceFailure(reasonOf(document));
      return parse(document.text);
    };
    const today = await part(fields.today.topo_json);
    const tomorrow = await part(fields.tomorrow.topo_json);
    const documents = { envelope, today, tomorrow };
    const read = await attempt(() => readNationalBulletin(documents, clock.now()));
    return { source: 'nazionale', documents, read };
  };

  return async (take, signal) => {
    try {
      if (await readPage(take, signal)) source.accepted(url);
      return null;
    } catch (error) {
      if (error instanceof SourceFailure) return error.message;
      throw error;
    }
  };
}

type Read = ReadBulletin | UnreadableBulletin;

/** Whatever a bulletin does to its reading, it is one that could not be read. */
function createAttempt(logger: Pick<Logger, 'error'>) {
  return async (read: () => Read | Promise<Read>): Promise<Read> => {
    try {
      return await read();
    } catch (error) {
      logger.error({ err: error }, 'reading a bulletin failed');
      return new UnreadableBulletin('la lettura si è interrotta');
    }
  };
}

/** What is wrong with the source, in Italian: what failed is tried again as a whole. */
class SourceFailure extends Error {}

function reasonOf(document: Exclude<FetchedDocument, { kind: 'document' }>): string {
  return document.kind === 'failed' ? document.reason : 'il documento non è cambiato';
}

/** The JSON with its geometry unparsed; the text itself when it is no strict JSON. */
async function parse(text: string): Promise<unknown> {
  try {
    return await parseLargeJson(text, 'arcs');
  } catch (error) {
    if (error instanceof StrictJsonError) return text;
    throw error;
  }
}

function isEnvelope(document: unknown): document is object {
  return typeof document === 'object' && document !== null && 'today' in document && 'tomorrow' in document;
}

function looksLikeXml(text: string): boolean {
  return /^\uFEFF?\s*<(?!!doctype html|html)/i.test(text);
}
