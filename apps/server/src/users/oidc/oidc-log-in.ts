import type { oidcRoutes } from '@semaforo/contract/api/oidc';
import { type AuditContext, PROGRAM } from '../../database/audit-trail.ts';
import type { CallingBrowser, Handlers } from '../../http/handlers.ts';
import { type Clock, isoTime } from '../../platform/clock.ts';
import type { EventChannel } from '../../platform/event-channel.ts';
import { Refusal } from '../../platform/refusal.ts';
import { readCookie } from '../known-browsers.ts';
import type { PeopleRepository } from '../people.repository.ts';
import type { StartSession } from '../start-session.ts';
import type { Tickets } from '../tickets.ts';
import type { UserEvent } from '../user-events.ts';
import type { UsersRepository } from '../users.repository.ts';
import type { Identity, IdentityProvider, OidcSettings } from './identity-provider.port.ts';
import type { createFindPersonOf } from './oidc-persons.repository.ts';
import { dutyByClaims } from './oidc-roles.ts';

const FLOW_LIFE_S = 10 * 60;
const SESSION_LIFE_S = 60;
const COOKIE = 'semaforo-oidc';

const NOT_BEGUN_HERE = new Refusal('unauthenticated', {
  code: 'oidc-not-begun',
  message: 'L’accesso non è cominciato in questo browser, o è passato troppo tempo: riprova',
});
const REFUSED = new Refusal('unauthenticated', {
  code: 'oidc-refused',
  message: 'L’accesso non è riuscito: riprova, o entra con nome utente e password',
});
const AWAY = new Refusal('unavailable', {
  code: 'oidc-away',
  message: 'L’identità del Comune non risponde: per ora entra con nome utente e password',
});

/** Somebody whom the provider knows and no Comune does. */
export class NotLinked extends Refusal {
  readonly subject: string;

  constructor(subject: string) {
    const message =
      'Il tuo accesso non è ancora collegato: dai questo identificativo a chi dirige nel tuo Comune';
    super('forbidden', { code: 'oidc-not-linked', message });
    this.subject = subject;
  }
}

type Caller = { address: string; browser: CallingBrowser };

export type OidcLogIn = ReturnType<typeof createOidcLogIn>;

/**
 * The log-in by OpenID Connect, in three steps of one browser: to the provider, back with who it is, and the session.
 * What leads from one to the next is sealed in a cookie and counts once, so that no address has a secret.
 */
export function createOidcLogIn(options: {
  settings: OidcSettings;
  provider: IdentityProvider;
  findPersonOf: ReturnType<typeof createFindPersonOf>;
  people: Pick<PeopleRepository, 'find' | 'setDuty'>;
  repository: Pick<UsersRepository, 'findById' | 'recordFailedLogIns'>;
  tickets: Tickets;
  startSession: StartSession;
  events: Pick<EventChannel<UserEvent>, 'publish'>;
  basePath: string;
  clock: Clock;
}) {
  const { settings, provider, tickets, clock } = options;
  const keep = (browser: CallingBrowser, ticket: string, lifeS: number) => {
    const attributes = `Path=${options.basePath}/api/oidc; Max-Age=${lifeS}; HttpOnly; SameSite=Lax`;
    browser.setCookie(`${COOKIE}=${ticket}; ${attributes}${browser.isSecure ? '; Secure' : ''}`);
  };
  const kept = ({ cookies }: CallingBrowser) =>
    cookies === undefined ? undefined : readCookie(cookies, COOKIE);
  const act = (subject: string, address: string): AuditContext => ({
    author: { id: null, username: subject, address },
    at: clock.now(),
  });

  /** The person who came back, with the duty that the claims give. */
  const personOf = async (identity: Identity, address: string) => {
    const id = await options.findPersonOf(identity, act(identity.subject, address));
    const person = id === undefined ? undefined : await options.people.find(id, undefined);
    if (!person) {
      await options.repository.recordFailedLogIns([act(identity.subject, address)]);
      return new NotLinked(identity.subject);
    }
    const duty = dutyByClaims(settings.roles, identity.claims);
    if (duty !== undefined && duty !== person.duty) {
      await options.people.setDuty(person, duty, { author: PROGRAM, at: clock.now() });
      options.events.publish({ kind: 'sessions-ended', userId: person.id });
    }
    return (await options.repository.findById(person.id)) ?? NOT_BEGUN_HERE;
  };

  return {
    /** Where the browser goes to log in. */
    begin: async (redirectUri: string, { browser }: Caller): Promise<string | Refusal> => {
      const begun = await provider.begin(redirectUri);
      if (!begun) return AWAY;
      keep(browser, tickets.issue('oidc-flow', begun.flow, FLOW_LIFE_S), FLOW_LIFE_S);
      return begun.address.href;
    },
    /** Takes what the provider sent back. */
    finish: async (search: string, { browser, address }: Caller): Promise<Refusal | undefined> => {
      const flow = await tickets.take('oidc-flow', kept(browser));
      keep(browser, '', 0);
      if (!flow) return NOT_BEGUN_HERE;
      const identity = await provider.finish(search, flow);
      if (!identity) return REFUSED;
      const person = await personOf(identity, address);
      if (person instanceof Refusal) return person;
      const { id: userId, tokenVersion } = person;
      keep(browser, tickets.issue('oidc-session', { userId, tokenVersion }, SESSION_LIFE_S), SESSION_LIFE_S);
      return undefined;
    },
    endSession: provider.endSession,
    openSession: async ({ browser, address }: Caller): Promise<{ accessToken: string } | Refusal> => {
      const proved = await tickets.take('oidc-session', kept(browser));
      const user = proved && (await options.repository.findById(proved.userId));
      if (!user || user.tokenVersion !== proved.tokenVersion) return NOT_BEGUN_HERE;
      const opened = { user, by: 'oidc', fromKnownBrowser: false, address, browser } as const;
      const { accessToken } = await options.startSession(opened);
      return { accessToken: accessToken.reveal() };
    },
  };
}

/** What the page and an admin ask of it; without settings it is off. */
export function createOidcHandlers(options: {
  name: string;
  logIn: OidcLogIn | undefined;
  provider: IdentityProvider | undefined;
  people: Pick<PeopleRepository, 'list'>;
}): Handlers<typeof oidcRoutes> {
  const { logIn, provider } = options;
  return {
    openOidcSession: (call) => logIn?.openSession(call) ?? NOT_BEGUN_HERE,
    getOidc: async () => {
      const people = await options.people.list(undefined);
      const { isAway = false, readAt } = provider?.state() ?? {};
      const state = isAway ? ('away' as const) : ('ok' as const);
      return {
        state: provider ? state : ('off' as const),
        name: options.name,
        read_at: readAt === undefined ? null : isoTime(readAt),
        people: people.length,
        linked: people.filter(({ oidc_subject }) => oidc_subject !== null).length,
      };
    },
  };
}
