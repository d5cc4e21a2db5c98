import { expect, test } from 'vitest';
import { endpointOf, writtenHost } from './broker-endpoint.ts';

test.each([
  ['broker.example', 1883, false],
  ['broker.example', 8883, true],
  ['mqtts://broker.example', 1884, true],
  ['MQTTS://broker.example', 8883, true],
  ['tcp://broker.example', 8883, false],
  ['mqtt://broker.example', 1883, false],
] as const)(
  'the host %s on port %i uses TLS: %s, also after it is written and read again',
  (written, port, tls) => {
    const endpoint = endpointOf(written, port);
    expect(endpoint).toEqual({ host: 'broker.example', port, tls });
    expect(endpointOf(writtenHost(endpoint), port)).toEqual(endpoint);
  },
);
