import type { DocumentsRepository } from './documents.repository.ts';
import type { Document, WatchedDevice } from './documents.ts';
import { documentOf, documentTopic, identityOf } from './documents.ts';

/** Of a run: what came of it. `refused`: the broker did not take a document, or the link broke. */
export type PassResult = 'done' | 'refused' | 'more';

/** Publishes a document; resolves to false when the broker did not take it. */
export type Deliver = (document: Document) => Promise<boolean>;

/**
 * Tells what is not told yet, and takes back what is not to be found any more. What is about to be told is stored
 * first: it can be taken back after a crash, too.
 */
export function createDocumentPublisher(options: {
  /** Undefined: nothing is to be found, and what was told is taken back. */
  prefix: string | undefined;
  version: string;
  listDevices: () => readonly WatchedDevice[];
  repository: DocumentsRepository;
  deliver: Deliver;
}) {
  const { prefix, version, repository, deliver } = options;
  let tag: string | undefined;
  /** What is stored, as this server knows it; undefined until it is read. */
  let stored: Map<string, string> | undefined;
  /** What was told over the present link: the name and the identity of the device, by topic. */
  const published = new Map<string, string>();

  const take = async (topics: readonly string[], goOn: () => boolean): Promise<PassResult> => {
    const gone: string[] = [];
    const end = async (result: PassResult) => {
      await repository.remove(gone);
      for (const topic of gone) stored?.delete(topic);
      return result;
    };
    for (const topic of topics) {
      if (!goOn()) return end('more');
      published.delete(topic);
      if (!(await deliver({ topic, payload: '' }))) return end('refused');
      gone.push(topic);
    }
    return end('done');
  };

  const publish = async (
    documents: readonly [WatchedDevice, Document][],
    goOn: () => boolean,
  ): Promise<PassResult> => {
    for (const [device, document] of documents) {
      if (!goOn()) return 'more';
      if (!(await deliver(document))) return 'refused';
      published.set(document.topic, reportingOf(device));
    }
    return 'done';
  };

  return {
    /** Other servers may have told since: what is stored is read again. */
    forget: () => {
      stored = undefined;
      published.clear();
    },
    /** The link is another one, maybe to another broker: all is told again. */
    linkMade: () => published.clear(),
    run: async (goOn: () => boolean): Promise<PassResult> => {
      stored ??= await repository.list();
      const known = stored;
      tag ??= await repository.tag();
      const from = prefix === undefined ? undefined : { prefix, tag, version };
      const wanted = new Map(
        from
          ? options.listDevices().map((device) => [documentTopic(from.prefix, from.tag, device.id), device])
          : [],
      );
      const others = [...known].filter(([topic, device]) => {
        const now = wanted.get(topic);
        return now === undefined || identityOf(now) !== device;
      });
      const taken = await take(
        others.map(([topic]) => topic),
        goOn,
      );
      if (taken !== 'done' || !from) return taken;
      const news = [...wanted].filter(([topic, device]) => published.get(topic) !== reportingOf(device));
      const unknown = new Map(
        news.flatMap(([topic, device]) => (known.has(topic) ? [] : [[topic, identityOf(device)]])),
      );
      await repository.put(unknown);
      for (const [topic, device] of unknown) known.set(topic, device);
      return publish(
        news.map(([, device]) => [device, documentOf(device, from)]),
        goOn,
      );
    },
  };
}

function reportingOf(device: WatchedDevice): string {
  return `${identityOf(device)} ${device.name ?? ''}`;
}
