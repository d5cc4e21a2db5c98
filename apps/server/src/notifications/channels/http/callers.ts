import type { Kysely } from 'kysely';
import type { Database } from '../../../database/schema.ts';
import { isAllowedAddress, isPublicAddress } from '../../../platform/forbidden-hosts.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import type { Channel, Outgoing } from '../../channel.port.ts';
import type { ChannelName } from '../../notification.ts';
import { requestOutside } from '../request-outside.ts';
import { createModemChannel } from '../sms/modem.channel.ts';
import { createDutyAddresses } from './duty-addresses.repository.ts';
import { createHttpChannel, type HttpMessage, type PostOutside } from './http.channel.ts';
import { fillTemplate, type HttpTemplate, toSmsText, toSpokenText } from './http-template.ts';
import { toGotify, toNtfy } from './push-servers.ts';

/** By what people on duty are called; undefined: not set up. */
export type CallerSettings = {
  sms: HttpTemplate | undefined;
  voice: HttpTemplate | undefined;
  /** The folders of gammu-smsd. */
  modem: { outbox: string; sent: string; error: string } | undefined;
  /** True: also to this machine and to networks of one's own, and without TLS. */
  allowsOwn: boolean;
};

/** The channels that are there to call people on duty. */
export function createCallers(deps: {
  callers: CallerSettings;
  db: Kysely<Database>;
  secrets: Pick<Secrets, 'open'>;
  isReady: () => boolean;
  everyMs: number;
  retryMs?: number | undefined;
}): Channel[] {
  const { callers, isReady, everyMs, retryMs } = deps;
  const { sms, voice, modem, allowsOwn } = callers;
  const addresses = createDutyAddresses(deps.db, deps.secrets);
  const isAllowed = allowsOwn ? isAllowedAddress : isPublicAddress;
  const post: PostOutside = (request, stopping) =>
    requestOutside(request, { isAllowed, stopping, reads: true });
  const http = (
    name: ChannelName,
    find: (recipient: string) => Promise<((message: Outgoing) => HttpMessage) | undefined>,
  ) => createHttpChannel({ name, find, post, needsTls: !allowsOwn, isReady, everyMs, retryMs });
  const byTemplate = (name: ChannelName, template: HttpTemplate, toText: (message: Outgoing) => string) =>
    http(name, (to) =>
      Promise.resolve((message: Outgoing) => fillTemplate(template, { to, text: toText(message) })),
    );
  return [
    http('ntfy', async (id) => {
      const topic = await addresses.findTopic(id);
      return topic === undefined ? undefined : toNtfy(topic);
    }),
    http('gotify', async (id) => {
      const found = await addresses.findApplication(id);
      return found && toGotify(found.server, found.token);
    }),
    ...(modem ? [createModemChannel({ folders: modem, isReady, everyMs })] : []),
    ...(sms ? [byTemplate('sms', sms, toSmsText)] : []),
    ...(voice ? [byTemplate('voice', voice, toSpokenText)] : []),
  ];
}
