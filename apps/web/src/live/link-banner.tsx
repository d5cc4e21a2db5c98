import { shortDuration } from '@semaforo/contract/domain/italian';
import { useSyncExternalStore } from 'react';
import { formatTimeOfDay } from '../platform/date-format.ts';
import { everySecond } from '../platform/every-second.ts';
import { serverNow } from '../platform/server-clock.ts';
import { Icon } from '../ui/icon.tsx';
import { Line } from '../ui/line.tsx';
import { type LinkState, useLinkState } from './link-state.ts';
import { useIsolation } from './server-isolation.ts';

const TITLES = { socket: 'Collegamento interrotto', broker: 'Broker non raggiungibile' };

/** What comes back with the link; a broker that is down does not keep a plan from being made. */
const COMES_BACK = {
  socket: 'Imposta e Pianifica tornano quando il collegamento riprende.',
  broker: 'Imposta torna disponibile quando MQTT è connesso.',
};

/**
 * Warns that the shown states are out of date, and since when; or that other servers are not heard. It cannot be
 * dismissed.
 */
export function LinkBanner() {
  const link = useLinkState();
  const isIsolated = useIsolation();
  if (link.up && isIsolated) {
    return (
      <Line kind="warn" mark={<Icon name="alert" />} title="Questo server è isolato">
        Comandi e lampade funzionano; ciò che si fa sugli altri server può comparire in ritardo.
      </Line>
    );
  }
  return link.up ? null : <Cut link={link} />;
}

/** Screen readers announce what is down once, and not for how long, which changes. */
function Cut({ link: { down, since } }: { link: Extract<LinkState, { up: false }> }) {
  const lasting = useSyncExternalStore(everySecond, () => shortDuration(serverNow() - since));
  return (
    <Line
      kind="cut"
      mark={<Icon name="alert" />}
      title={
        <>
          <span role="alert">{TITLES[down]}</span> da {lasting}
        </>
      }
    >
      Le luci sono le ultime sapute, alle {formatTimeOfDay(since)}. {COMES_BACK[down]}
    </Line>
  );
}
