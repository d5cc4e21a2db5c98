import type { DeviceConnectionData } from '@semaforo/contract/api/broker';
import { mosquittoOptions } from '../api/device-connection.ts';

/** A command that reports a lit lamp as a device would, for a terminal with the Mosquitto clients. */
export function testCommand(data: DeviceConnectionData): string {
  return `mosquitto_pub ${mosquittoOptions(data)} -u '…' -P '…' -t /3/comune/nome/out1 -m 1`;
}
