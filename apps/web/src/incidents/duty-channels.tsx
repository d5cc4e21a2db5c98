import type { DutyPerson, WrittenDutyPerson } from '@semaforo/contract/api/alarms';
import {
  DUTY_CHANNEL_NAMES,
  DUTY_CHANNELS,
  DUTY_HOURS,
  type DutyChannel,
  type DutyHours,
  ruleOf,
  SEVERITIES,
  type Severity,
} from '@semaforo/contract/domain/duty-rules';
import { useState } from 'react';
import { Age } from '../platform/age.tsx';
import { formatDateTime } from '../platform/date-format.ts';
import { Icon } from '../ui/icon.tsx';
import { TableInput, TableSelect } from '../ui/table-input.tsx';
import styles from './alarms.module.css';
import { useChats, usePush } from './alarms.queries.ts';

/** Shown also while they are empty. */
const USUAL: readonly DutyChannel[] = ['email', 'telegram', 'push'];
const FROM_WORDS: Readonly<Record<Severity, string>> = { lieve: 'tutti gli allarmi', grave: 'solo i gravi' };
const HOUR_WORDS: Readonly<Record<DutyHours, string>> = {
  sempre: 'a ogni ora',
  giorno: 'di giorno (7–22)',
  notte: 'di notte (22–7)',
};
const NAMES: Readonly<Record<DutyChannel, { label: string; placeholder: string; type: string }>> = {
  voice: { label: 'Telefonata', placeholder: '+393331234567', type: 'tel' },
  sms: { label: 'SMS', placeholder: '+393331234567', type: 'tel' },
  ntfy: { label: 'Argomento ntfy', placeholder: 'https://ntfy.example/argomento', type: 'url' },
  gotify: { label: 'Server Gotify', placeholder: 'https://gotify.example', type: 'url' },
  push: { label: 'Notifiche', placeholder: '', type: '' },
  telegram: { label: 'Chat Telegram', placeholder: '', type: '' },
  email: { label: 'E-mail', placeholder: 'E-mail', type: 'email' },
};

type PersonProps = {
  person: WrittenDutyPerson;
  /** Counts from one. */
  place: number;
  /** As stored; undefined: not yet. */
  stored: DutyPerson | undefined;
  channels: readonly DutyChannel[];
  onChange: (fields: Partial<WrittenDutyPerson>) => void;
};

/** By what a person is reached: each channel with its address, its rule and when it was last proved. */
export function DutyChannels({ person, place, stored, channels, onChange }: PersonProps) {
  const [opened, setOpened] = useState<readonly DutyChannel[]>(USUAL);
  const shown = DUTY_CHANNELS.filter((one) => opened.includes(one) || addressOf(person, one) !== null);
  const others = channels.filter((one) => !shown.includes(one));
  return (
    <>
      {shown.toReversed().map((channel) => (
        <div key={channel} className={styles.channel}>
          <span>{NAMES[channel].label}</span>
          <Address channel={channel} person={person} place={place} onChange={onChange} />
          {addressOf(person, channel) !== null && (
            <>
              <Rule channel={channel} person={person} place={place} onChange={onChange} />
              <Proved at={stored?.proved[channel]} />
            </>
          )}
        </div>
      ))}
      {others.length > 0 && (
        <TableSelect
          aria-label={`Altro recapito del reperibile ${place}`}
          value=""
          onChange={(event) => setOpened([...opened, event.target.value as DutyChannel])}
        >
          <option value="">Aggiungi un recapito…</option>
          {others.map((channel) => (
            <option key={channel} value={channel}>
              {NAMES[channel].label}
            </option>
          ))}
        </TableSelect>
      )}
    </>
  );
}

type FieldProps = Pick<PersonProps, 'person' | 'place' | 'onChange'> & { channel: DutyChannel };

function Address({ channel, person, place, onChange }: FieldProps) {
  const chats = useChats() ?? [];
  const browsers = usePush().data?.devices ?? [];
  const { label, placeholder, type } = NAMES[channel];
  const name = `${label} del reperibile ${place}`;
  if (channel === 'telegram') {
    return (
      <TableSelect
        aria-label={name}
        value={person.chat_id ?? ''}
        onChange={(event) => onChange({ chat_id: Number(event.target.value) || null })}
      >
        <option value="">Nessuna chat</option>
        {chats.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </TableSelect>
    );
  }
  if (channel === 'push') {
    return (
      <TableSelect
        aria-label={name}
        value={person.push_id ?? ''}
        onChange={(event) => onChange({ push_id: Number(event.target.value) || null })}
      >
        <option value="">Nessuna notifica</option>
        {browsers.map(({ id, name: browser, added_at: addedAt }) => (
          <option key={id} value={id}>
            {`${browser}, dal ${formatDateTime(addedAt)}`}
          </option>
        ))}
      </TableSelect>
    );
  }
  return (
    <>
      <TableInput
        {...{ type, placeholder, 'aria-label': name }}
        value={person[channel] ?? ''}
        onChange={(event) => onChange({ [channel]: event.target.value || null })}
      />
      {channel === 'gotify' && person.gotify !== null && (
        <TableInput
          aria-label={`Token Gotify del reperibile ${place}`}
          type="password"
          autoComplete="off"
          placeholder={person.id === null ? 'Token' : 'Token (vuoto: resta)'}
          value={person.gotify_token ?? ''}
          onChange={(event) => onChange({ gotify_token: event.target.value || null })}
        />
      )}
    </>
  );
}

function Rule({ channel, person, place, onChange }: FieldProps) {
  const rule = ruleOf(person.rules, channel);
  const change = (fields: Partial<typeof rule>) =>
    onChange({ rules: { ...person.rules, [channel]: { ...rule, ...fields } } });
  const of = `${NAMES[channel].label} del reperibile ${place}`;
  return (
    <>
      <TableSelect
        aria-label={`Quali allarmi: ${of}`}
        value={rule.from}
        onChange={(event) => change({ from: event.target.value as Severity })}
      >
        {SEVERITIES.map((from) => (
          <option key={from} value={from}>
            {FROM_WORDS[from]}
          </option>
        ))}
      </TableSelect>
      <TableSelect
        aria-label={`A che ore: ${of}`}
        value={rule.hours}
        onChange={(event) => change({ hours: event.target.value as DutyHours })}
      >
        {DUTY_HOURS.map((hours) => (
          <option key={hours} value={hours}>
            {HOUR_WORDS[hours]}
          </option>
        ))}
      </TableSelect>
    </>
  );
}

/** `at` undefined: not stored yet. */
function Proved({ at }: { at: string | null | undefined }) {
  if (at === undefined) return null;
  if (at !== null) {
    return (
      <span className="muted">
        provato <Age since={at} />
      </span>
    );
  }
  return (
    <span className={styles.unproved}>
      <Icon name="alert" small /> mai provato
    </span>
  );
}

function addressOf(person: WrittenDutyPerson, channel: DutyChannel): string | number | null {
  if (channel === 'telegram') return person.chat_id;
  return channel === 'push' ? person.push_id : person[channel];
}

/** The channels that are set up on the server, in words. */
export function listChannels(channels: readonly DutyChannel[]): string {
  return channels.map((channel) => DUTY_CHANNEL_NAMES[channel]).join(', ');
}
