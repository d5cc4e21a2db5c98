import type { DeviceStatus, DeviceType } from '@semaforo/contract/domain/channels';

/** What is commanded: 'Lanterne: accese', 'Semafori: giallo'. */
export function describeCommand(deviceType: DeviceType, color: DeviceStatus): string {
  if (deviceType === 'lanterna') return color === 'acceso' ? 'Lanterne: accese' : 'Lanterne: spente';
  return `Semafori: ${color}`;
}
