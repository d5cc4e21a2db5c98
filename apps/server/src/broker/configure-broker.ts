import { isDeepStrictEqual } from 'node:util';
import pLimit from 'p-limit';
import type { AuditAuthor } from '../database/audit-trail.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { Refusal } from '../platform/refusal.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { BrokerConfigRepository } from './broker-config.repository.ts';
import { endpointOf } from './broker-endpoint.ts';
import { accessFromForm, type BrokerForm, type BrokerView, toView } from './broker-form.ts';
import type { SupervisedLink } from './broker-link.ts';
import { sentenceOfTrial } from './connection-failure.ts';
import type { BrokerAccess, TryBroker } from './mqtt-connection.port.ts';
import { createTrialGuard, type TrialGuard } from './trial-guard.ts';

/**
 * Which broker is in use, and how an admin changes it. `fallback` is the broker of the environment, in use until an
 * admin saves one.
 */
export function createBrokerConfiguration(options: {
  repository: BrokerConfigRepository;
  fallback: BrokerAccess | undefined;
  link: Pick<SupervisedLink, 'switchTo' | 'address' | 'isStarted'>;
  /** Called when another broker is saved. */
  saved: () => void;
  tryBroker: TryBroker;
  secrets: Pick<Secrets, 'seal' | 'open'>;
  guard?: TrialGuard;
  clock: Clock;
  logger: Pick<Logger, 'warn'>;
}) {
  const { repository, secrets, guard = createTrialGuard() } = options;
  /** One at a time: else the link could be on the broker of one and the database say the other's. */
  const saving = pLimit(1);

  const current = async (): Promise<BrokerAccess | undefined> => {
    const stored = await repository.find();
    if (!stored) return options.fallback;
    const { host, port, username, sealedPassword } = stored;
    const password = sealedPassword === null ? '' : (secrets.open(sealedPassword) ?? '');
    return { ...endpointOf(host, port), username, password };
  };

  const attempt = async (form: BrokerForm, connect: (address: BrokerAccess) => Promise<string | null>) => {
    const address = accessFromForm(form, await current());
    if (address instanceof Refusal) return address;
    const failure = await connect(address);
    if (failure === null) return address;
    // Who looks after the server may know what listens where.
    options.logger.warn(
      { broker: form.broker, port: form.port, reason: failure },
      'a broker was tried in vain',
    );
    return new Refusal('unprocessable', { code: 'broker-refused', message: sentenceOfTrial(failure) });
  };

  const recorded = async (form: BrokerForm, author: AuditAuthor, tried: BrokerAccess | Refusal) => {
    const failure = tried instanceof Refusal ? tried.message : null;
    const trial = { host: form.broker, port: form.port, username: form.username ?? '', failure };
    await repository.recordTrial(trial, { at: options.clock.now(), author });
    return tried;
  };
  const guarded = <T>(form: BrokerForm, run: () => Promise<T>) =>
    guard(endpointOf(form.broker, form.port).host, run);

  const save = async (form: BrokerForm, author: AuditAuthor): Promise<BrokerView | Refusal> => {
    const inUse = await current();
    const adopted = await attempt(form, (address) => options.link.switchTo(address));
    if (adopted instanceof Refusal) {
      await recorded(form, author, adopted);
      return adopted;
    }
    const sealedPassword = adopted.password === '' ? null : secrets.seal(adopted.password);
    const { port, username } = adopted;
    try {
      await repository.save(
        { host: form.broker, port, username, sealedPassword },
        { at: options.clock.now(), author, before: toView(inUse) },
      );
    } catch (error) {
      if (inUse) await options.link.switchTo(inUse);
      throw error;
    }
    options.saved();
    return toView(adopted);
  };

  const follow = async () => {
    if (!options.link.isStarted()) return;
    const stored = await current();
    if (!stored || isDeepStrictEqual(stored, options.link.address())) return;
    const failure = await options.link.switchTo(stored);
    if (failure !== null) throw new Error(`the broker saved on another server is not reached: ${failure}`);
  };

  return {
    current,
    view: async (): Promise<BrokerView> => toView(await current()),
    /**
     * Moves the link to the broker that another server saved; not before the link has started. Rejects when the broker
     * is not reached from here.
     */
    follow: () => saving(follow),
    /** Tries a broker and leaves it again. */
    test: async (form: BrokerForm, author: AuditAuthor): Promise<Refusal | undefined> => {
      const tried = await guarded(form, async () =>
        recorded(form, author, await attempt(form, options.tryBroker)),
      );
      return tried instanceof Refusal ? tried : undefined;
    },
    /**
     * Moves the link to another broker, then stores it. A broker that does not answer or cannot be stored changes
     * nothing.
     */
    save: (form: BrokerForm, author: AuditAuthor) => guarded(form, () => saving(() => save(form, author))),
  };
}

export type BrokerConfiguration = ReturnType<typeof createBrokerConfiguration>;
