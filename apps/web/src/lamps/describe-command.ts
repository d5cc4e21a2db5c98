import type { DeviceStatus, LampDeviceType } from '@semaforo/contract/domain/channels';

/** What is commanded: 'Lanterne: accese', 'Semafori: giallo'. */
export function describeCommand(deviceType: LampDeviceType, color: DeviceStatus): string {
  if (deviceType === 'lanterna') return color === 'acceso' ? 'Lanterne: accese' : 'Lanterne: spente';
  return `Semafori: ${color}`;
}
