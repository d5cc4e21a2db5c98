import type { DutyPerson, WrittenDutyPerson } from '@semaforo/contract/api/alarms';
import {
  addressOf,
  DUTY_CHANNELS,
  type DutyChannel,
  type DutyHours,
  ruleOf,
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
const RULE_LABELS = { from: 'Quali allarmi', hours: 'A che ore' } as const;
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
  if (channel === 'telegram' || channel === 'push') {
    const [field, none] =
      channel === 'push'
        ? (['push_id', 'Nessuna notifica'] as const)
        : (['chat_id', 'Nessuna chat'] as const);
    const options =
      channel === 'telegram'
        ? chats
        : browsers.map((one) => ({ id: one.id, title: `${one.name}, dal ${formatDateTime(one.added_at)}` }));
    return (
      <TableSelect
        aria-label={name}
        value={person[field] ?? ''}
        onChange={(event) => onChange({ [field]: Number(event.target.value) || null })}
      >
        <option value="">{none}</option>
        {options.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
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
  const choice = <Name extends keyof typeof rule>(name: Name, words: Readonly<Record<string, string>>) => (
    <TableSelect
      aria-label={`${RULE_LABELS[name]}: ${NAMES[channel].label} del reperibile ${place}`}
      value={rule[name]}
      onChange={({ target }) =>
        onChange({ rules: { ...person.rules, [channel]: { ...rule, [name]: target.value } } })
      }
    >
      {Object.entries(words).map(([value, word]) => (
        <option key={value} value={value}>
          {word}
        </option>
      ))}
    </TableSelect>
  );
  return (
    <>
      {choice('from', FROM_WORDS)}
      {choice('hours', HOUR_WORDS)}
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
