import { labelOf } from '@semaforo/contract/domain/label';
import { useAlerts } from '../alerts/alerts.queries.ts';
import { StartLampTest } from '../commands/lamptest/start-lamp-test.tsx';
import { lampTestBlock } from './lamp-test-block.ts';
import { useCommandBlock } from './use-command-block.ts';

type Tested = {
  id: number;
  name: string | null;
  topic: string;
  type: Parameters<typeof StartLampTest>[0]['type'];
  pending: unknown;
  testing: boolean;
};

type DeviceLampTestProps = Pick<Parameters<typeof StartLampTest>[0], 'variant' | 'size'> & {
  /** Of one type, and not none. */
  devices: readonly Tested[];
};

/** 'Prova lampade' of these devices, off with its reason where it would be refused. */
export function DeviceLampTest({ devices, ...check }: DeviceLampTestProps) {
  const commandBlock = useCommandBlock();
  const { alerts } = useAlerts();
  const block = commandBlock ?? lampTestBlock(devices, alerts);
  return (
    <StartLampTest
      type={devices[0]?.type ?? 'semaforo'}
      devices={devices.map((device) => ({ id: device.id, name: labelOf(device) }))}
      block={block}
      {...check}
    />
  );
}

/** The record of a device as the button takes it. */
export function testedOf(record: {
  id: number;
  device_name: string | null;
  topic: string;
  device_type: Tested['type'];
  pending: unknown;
  testing?: boolean | undefined;
}): Tested {
  const { id, device_name: name, topic, device_type: type, pending, testing = false } = record;
  return { id, name, topic, type, pending, testing };
}
