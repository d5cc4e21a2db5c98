import { Age } from '../platform/age.tsx';
import { formatTimeOfDay } from '../platform/date-format.ts';
import { Banner } from '../ui/banner.tsx';
import { useLinkState } from './link-state.ts';

const TITLES = { socket: 'Collegamento interrotto', broker: 'Broker non raggiungibile' };

/** Warns that the shown states are out of date, and since when. It cannot be dismissed. */
export function LinkBanner() {
  const link = useLinkState();
  if (link.up) return null;
  return (
    <Banner title={TITLES[link.down]}>
      Stati fermi alle {formatTimeOfDay(link.since)}, <Age since={link.since} />.
    </Banner>
  );
}
