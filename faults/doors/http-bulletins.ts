import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '@semaforo/testing/until';
import type { Attack } from './attack.ts';
import { startAttackedConsole, timeCommands, watchHealth } from './attacked-console.ts';

const ATTACK_MS = 5000;
const CAP = 'urn:oasis:names:tc:emergency:cap:1.2';
const IMPOSSIBLE = [
  ['9999-12-31T23:30:00Z', '9999-12-31T23:59:59Z'],
  ['0026-11-22T10:00:00Z', '0026-11-22T20:00:00Z'],
  ['0005-12-31T23:30:00Z', '0006-01-01T10:00:00Z'],
] as const;

function message(id: string, [onset, expires]: readonly [string, string]): string {
  return `<alert xmlns="${CAP}"><identifier>${id}</identifier><sender>s@example.org</sender>
    <sent>2026-01-01T00:00:00Z</sent><status>Actual</status><msgType>Alert</msgType><scope>Public</scope>
    <info><category>Met</category><event>Avviso</event><urgency>Expected</urgency><severity>Extreme</severity>
    <certainty>Likely</certainty><onset>${onset}</onset><expires>${expires}</expires>
    <parameter><valueName>awareness_level</valueName><value>4; red; Extreme</value></parameter>
    <parameter><valueName>awareness_type</valueName><value>12; flooding</value></parameter>
    <area><areaDesc>Zona</areaDesc><geocode><valueName>Z</valueName><value>Z-1</value></geocode></area>
    </info></alert>`;
}

/** The source of bulletins speaks of years that stopped the server once. */
export const impossibleYears: Attack = {
  name: 'bulletins of impossible years',
  bound: 'the server answers, the good one is read',
  run: async () => {
    const messages = [...IMPOSSIBLE, ['2026-01-01T10:00:00Z', '2026-01-01T20:00:00Z'] as const];
    const entries = messages.map(
      (times, index) => `<entry><content>${message(`m${index}`, times)}</content></entry>`,
    );
    const feed = `<feed xmlns="http://www.w3.org/2005/Atom">${entries.join('')}</feed>`;
    const source = createServer((_request, response) => response.writeHead(200).end(feed));
    await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
    const { port } = source.address() as AddressInfo;
    const attacked = await startAttackedConsole({ BULLETIN_URL: `http://127.0.0.1:${port}/` });
    try {
      const watch = watchHealth(attacked);
      const faults = await until('all are stored', async () => {
        const { bulletins } = await attacked.admin('listBulletins');
        return bulletins.length === messages.length && bulletins.map(({ fault }) => fault);
      });
      const timed = await timeCommands(attacked.vera, ATTACK_MS);
      const health = await watch.stop();
      const unread = faults.filter((fault) => fault !== null).length;
      return {
        figures: { messages: messages.length, unread, ...timed, ...health },
        violations: [
          ...(unread === IMPOSSIBLE.length ? [] : [`${unread} of ${IMPOSSIBLE.length} were unreadable`]),
          ...(timed.confirmed < timed.commands ? ['a command was not confirmed'] : []),
        ],
      };
    } finally {
      await attacked.stop();
      source.close();
    }
  },
};
