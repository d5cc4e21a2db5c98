import { shortDuration } from '@semaforo/contract/domain/italian';
import { useSyncExternalStore } from 'react';
import { useBotIsSilent } from '../bot/bot-status.tsx';
import { useLinkState } from '../live/link-state.ts';
import { everySecond } from '../platform/every-second.ts';
import { serverNow } from '../platform/server-clock.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './dashboard.module.css';

/** On phones, where nothing is said of what is well: 'MQTT disconnesso da 2 min · Telegram non invia'. */
export function UnwellLine() {
  const link = useLinkState();
  const brokerDownSince = !link.up && link.down === 'broker' ? link.since : null;
  const silent = useBotIsSilent();
  const downFor = useSyncExternalStore(everySecond, () =>
    brokerDownSince === null ? null : shortDuration(serverNow() - brokerDownSince),
  );
  const parts = [
    ...(downFor === null ? [] : [`MQTT disconnesso da ${downFor}`]),
    ...(silent ? ['Telegram non invia'] : []),
  ];
  if (parts.length === 0) return null;
  return (
    <p className={styles.unwell}>
      <Icon name="plug" />
      {parts.join(' · ')}
    </p>
  );
}
