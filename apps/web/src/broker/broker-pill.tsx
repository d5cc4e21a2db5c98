import { useBrokerStatus } from '../api/broker-status.ts';
import { Pill } from '../ui/pill.tsx';

/** Shows 'Connesso' or 'Disconnesso'; nothing until the status is known. */
export function BrokerPill() {
  const { connected } = useBrokerStatus();
  if (connected === undefined) return null;
  return connected ? <Pill kind="ok">Connesso</Pill> : <Pill kind="err">Disconnesso</Pill>;
}
