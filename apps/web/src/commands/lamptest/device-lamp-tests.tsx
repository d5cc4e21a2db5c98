import type { LampTest } from '@semaforo/contract/api/lamp-tests';
import { formatDateTime } from '../../platform/date-format.ts';
import { describeFindings } from './describe-lamp-test.ts';
import { useLampTests } from './lamp-tests.queries.ts';

/** What the last lamp test of a device found; nothing without one. */
export function LastLampTest({ deviceId }: { deviceId: number }) {
  const last = useLampTests()
    .filter(({ ended_at }) => ended_at !== null)
    .flatMap((test): LampTest[] => {
      const devices = test.devices.filter((tested) => tested.deviceId === deviceId);
      return devices.length === 0 ? [] : [{ ...test, devices }];
    })[0];
  if (!last) return null;
  return (
    <div className="small muted">
      <p>
        Ultima prova lampade: {formatDateTime(last.created_at)}, di {last.username}
      </p>
      {describeFindings(last).sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}
