import type { DeviceConnectionData } from '@semaforo/contract/api/broker';

/** A command that reports a lit lamp as a device would, for a terminal with the Mosquitto clients. */
export function testCommand({ addresses, loopbackOnly, port, tlsPort, certificate }: DeviceConnectionData) {
  const host = loopbackOnly ? '127.0.0.1' : (addresses[0] ?? '127.0.0.1');
  const tls = certificate === null ? '--tls-use-os-certs' : '--cafile ca.pem';
  const at = tlsPort === null ? `-p ${port}` : `-p ${tlsPort} ${tls}`;
  return `mosquitto_pub -h ${host} ${at} -u '…' -P '…' -t /3/comune/nome/out1 -m 1`;
}
