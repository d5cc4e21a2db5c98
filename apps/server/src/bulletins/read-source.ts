import type { BulletinSource } from '@semaforo/contract/domain/bulletin-rules';
import { parseLargeJson, StrictJsonError } from '../http/strict-json.ts';
import type { Clock } from '../platform/clock.ts';
import type { DocumentSource, FetchedDocument } from './document-source.port.ts';
import { addressOfBulletin, addressOfPart, newestName } from './find-newest.ts';
import { type ReadBulletin, UnreadableBulletin } from './read-bulletin.ts';
import { findCapMessages, readCapMessage } from './read-cap.ts';
import { readEnvelope, readNationalBulletin } from './read-national-bulletin.ts';

/** A bulletin that the source has, as received. */
export type FoundBulletin = {
  source: BulletinSource;
  documents: unknown;
  read: ReadBulletin | UnreadableBulletin;
};

/** What a reading brought: bulletins (none when nothing changed), or why it failed, in Italian. */
export type SourceReading =
  | { kind: 'read'; bulletins: FoundBulletin[]; accept: () => void }
  | { kind: 'failed'; reason: string };

type Options = {
  source: DocumentSource;
  /** The address of the settings, and where a bulletin of a `{name}` is. */
  url: string;
  fileTemplate: string | undefined;
  clock: Clock;
};

/** Of a feed, those that are in it and those that it leads to. */
const MESSAGES_AT_MOST = 100;

class Failure {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/**
 * Reads what the address of the settings leads to: a national bulletin, a message or feed of CAP, or a page that names
 * the newest bulletin.
 */
export function createReadSource(options: Options): (signal: AbortSignal) => Promise<SourceReading> {
  const { source, fileTemplate, clock } = options;
  const url = new URL(options.url);

  const read = async (signal: AbortSignal): Promise<FoundBulletin[] | Failure> => {
    const page = await source.fetch(url, { unlessUnchanged: true, signal });
    if (page.kind !== 'document') return page.kind === 'unchanged' ? [] : new Failure(page.reason);
    const cap = looksLikeXml(page.text) ? await findCapMessages(page.text) : undefined;
    if (cap) return readMessages(cap, signal);
    const envelope = await parse(page.text);
    if (isEnvelope(envelope)) return [await readParts(envelope, page, signal)];
    const name = newestName(page.text, clock.now());
    if (name === undefined) return new Failure(`a ${url.host} non c’è nessun bollettino`);
    const address = addressOfBulletin(name, { page: page.text, url, template: fileTemplate });
    if (!address) return new Failure(`non si sa dove sia il bollettino ${name}`);
    return readNamed(address, signal);
  };

  const readMessages = async (
    { messages, links }: { messages: string[]; links: string[] },
    signal: AbortSignal,
  ): Promise<FoundBulletin[]> => {
    const texts = messages.slice(0, MESSAGES_AT_MOST);
    for (const link of links.slice(0, MESSAGES_AT_MOST)) {
      if (!URL.canParse(link, url.href)) throw new PartFailure(`l’indirizzo ${link} non è un indirizzo`);
      const document = await source.fetch(new URL(link, url), { unlessUnchanged: true, signal });
      if (document.kind === 'failed') throw new PartFailure(document.reason);
      if (document.kind === 'unchanged') continue;
      texts.push(document.text);
      source.accepted(document.url);
    }
    const found: FoundBulletin[] = [];
    for (const cap of texts)
      found.push({ source: 'cap', documents: { cap }, read: await readCapMessage(cap) });
    return found;
  };

  const readNamed = async (address: URL, signal: AbortSignal): Promise<FoundBulletin[] | Failure> => {
    const document = await source.fetch(address, { signal });
    if (document.kind !== 'document') return new Failure(reasonOf(document));
    const envelope = await parse(document.text);
    if (!isEnvelope(envelope)) {
      const read = new UnreadableBulletin('il documento non è un bollettino');
      return [{ source: 'nazionale', documents: { envelope: document.text }, read }];
    }
    return [await readParts(envelope, document, signal)];
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
      if (!where) throw new PartFailure('manca l’indirizzo delle zone');
      const document = await source.fetch(where, { signal });
      if (document.kind !== 'document') throw new PartFailure(reasonOf(document));
      return parse(document.text);
    };
    const today = await part(fields.today.topo_json);
    const tomorrow = await part(fields.tomorrow.topo_json);
    const documents = { envelope, today, tomorrow };
    return { source: 'nazionale', documents, read: readNationalBulletin(documents) };
  };

  return async (signal) => {
    try {
      const bulletins = await read(signal);
      return bulletins instanceof Failure
        ? { kind: 'failed', reason: bulletins.reason }
        : { kind: 'read', bulletins, accept: () => source.accepted(url) };
    } catch (error) {
      if (error instanceof PartFailure) return { kind: 'failed', reason: error.message };
      throw error;
    }
  };
}

/** Thrown when a document of a bulletin could not be fetched: the whole is tried again. */
class PartFailure extends Error {}

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
