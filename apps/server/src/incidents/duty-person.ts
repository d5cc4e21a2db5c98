import type { DutyPerson } from '@semaforo/contract/api/alarms';
import {
  addressOf,
  DUTY_CHANNEL_NAMES,
  DUTY_CHANNELS,
  type DutyAddresses,
  type DutyChannel,
  letsThrough,
  ruleOf,
  type Severity,
} from '@semaforo/contract/domain/duty-rules';
import type { Audience, ChannelName } from '../notifications/notification.ts';

/** The channels by which a person can be reached, in the order in which they wake. */
export function channelsOf(person: DutyAddresses): DutyChannel[] {
  return DUTY_CHANNELS.filter((channel) => addressOf(person, channel) !== null);
}

/** The channels as people read them. */
export function nameWays(channels: readonly ChannelName[]): string {
  const names = {
    ...DUTY_CHANNEL_NAMES,
    citizens: 'avviso ai cittadini',
    webhook: 'avviso a un programma',
  };
  return channels.map((channel) => names[channel]).join(',');
}

/** The channels that the rules of a person let through for an alarm. */
export function channelsFor(person: DutyPerson, at: { severity: Severity; now: number }): DutyChannel[] {
  return channelsOf(person).filter((channel) => letsThrough(ruleOf(person.rules, channel), at));
}

/** Somebody on duty by some of their channels, as notifications are addressed. */
export function toAudience(
  person: DutyAddresses & Pick<DutyPerson, 'id'>,
  channels: readonly DutyChannel[] = channelsOf(person),
): Extract<Audience, { to: 'person' }> {
  const has = (channel: DutyChannel) => channels.includes(channel);
  const { id, sms, voice } = person;
  const other = (channel: DutyChannel, recipient: string | null) =>
    has(channel) && recipient !== null ? [{ channel, recipient }] : [];
  return {
    to: 'person',
    chatId: has('telegram') ? person.chat_id : null,
    email: has('email') ? person.email : null,
    browserId: has('push') ? person.push_id : null,
    // What is secret of an address is read when it is used.
    others: [
      ...other('ntfy', String(id)),
      ...other('gotify', String(id)),
      ...other('sms', sms),
      ...other('voice', voice),
    ],
  };
}
