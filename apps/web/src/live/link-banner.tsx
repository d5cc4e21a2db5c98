import { Age } from '../platform/age.tsx';
import { formatTimeOfDay } from '../platform/date-format.ts';
import { Banner } from '../ui/banner.tsx';
import { useLinkState } from './link-state.ts';
import { useIsolation } from './server-isolation.ts';

const TITLES = { socket: 'Collegamento interrotto', broker: 'Broker non raggiungibile' };

/**
 * Warns that the shown states are out of date, and since when; or that other servers are not heard. It cannot be
 * dismissed.
 */
export function LinkBanner() {
  const link = useLinkState();
  const isIsolated = useIsolation();
  if (link.up && isIsolated) {
    return (
      <Banner kind="warn" title="Questo server è isolato">
        Comandi e lampade funzionano; ciò che si fa sugli altri server può comparire in ritardo.
      </Banner>
    );
  }
  if (link.up) return null;
  return (
    <Banner title={TITLES[link.down]}>
      Stati fermi alle {formatTimeOfDay(link.since)}, <Age since={link.since} />.
    </Banner>
  );
}
