import type { DeviceStatusRecord, LampRecord } from '@semaforo/contract/api/devices';
import { type LampColor, lampsOfType } from '@semaforo/contract/domain/lamps';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { LanternCard } from '../devices/cards/lantern-card.tsx';
import { SignalCard } from '../devices/cards/signal-card.tsx';
import { ClusterIcon } from '../devices/map/cluster-icon.tsx';
import { LanternMapIcon } from '../devices/map/lantern-map-icon.tsx';
import { SignalMapIcon } from '../devices/map/map-icon.tsx';
import { SignalChips } from '../devices/summary/signal-chips.tsx';
import { createSignalCounter } from '../devices/summary/signal-counts.ts';
import { DeviceDefs } from '../lamps/lamp-defs.tsx';
import { viewStateOf } from '../lamps/view-state.ts';
import { Button } from '../ui/button.tsx';
import { Pill } from '../ui/pill.tsx';
import { Block } from './block.tsx';
import styles from './catalogue.module.css';

const queryClient = new QueryClient();
const MINUTE_MS = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS).toISOString();

type Words = Partial<Record<LampColor, Partial<LampRecord>>>;
type Changes = Partial<DeviceStatusRecord>;

const LIT = { on: true };
const OLD = { fresh: false, said_at: ago(14) };
const NEVER = { on: null, said_at: null, fresh: false };
const DESIRED = { value: 'rosso', since: ago(3), by: 'valdombra', source: 'command', reasserted: 0 } as const;

function device(name: string, words: Words, changes: Changes = {}): DeviceStatusRecord {
  const type = changes.device_type ?? 'semaforo';
  return {
    id: 1,
    topic: '/3/valdombra/s1',
    device_name: name,
    device_type: type,
    status: null,
    lamps: lampsOfType(type).map((color) => ({
      color,
      on: false,
      said_at: ago(0.1),
      fresh: true,
      witness: 'command',
      power: null,
      usual_power: null,
      fault: null,
      ...words[color],
    })),
    updated_at: ago(0.1),
    error: false,
    error_reason: null,
    error_since: null,
    stale: false,
    pending: null,
    desired: null,
    out_of_sync: false,
    silent_since: null,
    condition: 'ok',
    testing: false,
    maintenance: null,
    latitude: null,
    longitude: null,
    ...changes,
  };
}

const several = { error: true, error_reason: 'Più lampade accese: verde e rosso' };
const burnt = { error: true, error_reason: 'Relè chiuso, lampada spenta' };
const offLine = { error: true, error_reason: 'Dispositivo non in linea', updated_at: ago(94) };
const allOld = { verde: OLD, giallo: OLD, arancio: OLD, rosso: OLD };
const maintenance = {
  until: ago(-600),
  since: ago(60),
  reason: 'Sostituzione della lampada rossa',
  by: 'valdombra',
};
const outOfSync = { desired: DESIRED, out_of_sync: true };

const SIGNALS = [
  device('Borgo Alto', { arancio: LIT }, outOfSync),
  device('Cimitero vecchio', { verde: LIT }),
  device('Cascina', { rosso: { ...LIT, fault: 'burnt' } }, burnt),
  device('Diga Vecchia', { arancio: LIT, giallo: OLD, verde: OLD }),
  device('Lungofiume', { verde: LIT, rosso: LIT }, several),
  device('Palasport', { ...allOld, arancio: { ...OLD, ...LIT } }, offLine),
  device('Parcheggio Nord', { ...allOld, giallo: { ...OLD, ...LIT } }, { stale: true, updated_at: ago(14) }),
  device('Piazza', { verde: LIT }, { silent_since: ago(4), updated_at: ago(4) }),
  device('Ponte Nuovo', { verde: LIT }, { pending: 'rosso', desired: DESIRED }),
  device('Ponte sul Torno', { arancio: LIT, giallo: NEVER, verde: NEVER }),
  device(
    'Sottopasso FS',
    { verde: LIT },
    { ...outOfSync, error: true, error_reason: 'Comando non confermato' },
  ),
  device('Sottopasso Torre', { verde: LIT }, { ...offLine, pending: 'arancio' }),
  device('Zona industriale', {}),
  device('Viale Roma', { verde: LIT }, { ...outOfSync, maintenance }),
  device('Palestra', { verde: NEVER, giallo: NEVER, arancio: NEVER, rosso: NEVER }, { updated_at: null }),
];

const lantern = (name: string, lamp: Partial<LampRecord>, changes: Changes = {}) =>
  device(name, { acceso: lamp }, { device_type: 'lanterna', topic: '/4/valdombra/l1', ...changes });

const LANTERNS = [
  lantern('Darsena', LIT),
  lantern('Belvedere', {}),
  lantern('Molo', LIT, { desired: { ...DESIRED, value: 'spento' }, out_of_sync: true }),
  lantern('Argine', { ...OLD, ...LIT }, { stale: true, updated_at: ago(14) }),
  lantern('Diga', LIT, { silent_since: ago(4), updated_at: ago(4) }),
  lantern('Guado', { ...OLD, ...LIT }, offLine),
  lantern('Lago', { ...LIT, fault: 'burnt' }, burnt),
  lantern('Faro', NEVER, { updated_at: null }),
  lantern('Pontile', { ...OLD, ...LIT }, { ...offLine, maintenance }),
];

/** Signals and lanterns in each of their states, as cards and on the map. */
export function LampBlocks() {
  return (
    <QueryClientProvider client={queryClient}>
      <DeviceDefs />
      <Block name="SignalChips">
        <div className={styles.wide}>
          {[false, true].map((isOld) => (
            <SignalChips
              key={`${isOld}`}
              counts={createSignalCounter()(SIGNALS, !isOld)}
              isOld={isOld}
              filter="all"
              onFilter={() => undefined}
              connections={<Pill kind="ok">Connesso</Pill>}
            />
          ))}
        </div>
      </Block>
      <Block name="SignalCard">
        {SIGNALS.map((signal) => (
          <SignalCard key={signal.device_name} device={signal} linkUp />
        ))}
      </Block>
      <Block name="LanternCard">
        {LANTERNS.map((each) => (
          <LanternCard key={each.device_name} device={each} view={viewStateOf(each, true)} notice={null}>
            <Button variant="outline">Imposta</Button>
          </LanternCard>
        ))}
      </Block>
      <Block name="SignalMapIcon, LanternMapIcon, ClusterIcon">
        {SIGNALS.map((signal) => (
          <span key={signal.device_name}>
            <SignalMapIcon view={viewStateOf(signal, true)} /> {signal.device_name}
          </span>
        ))}
        {LANTERNS.map((each) => (
          <span key={each.device_name}>
            <LanternMapIcon view={viewStateOf(each, true)} /> {each.device_name}
          </span>
        ))}
        <ClusterIcon count={12} gravest="rosso" errors={3} outOfSync={2} />
      </Block>
    </QueryClientProvider>
  );
}
