import type { ZoneLevelRecord, ZoneShapesRecord } from '@semaforo/contract/api/bulletins';
import { counted } from '@semaforo/contract/domain/italian';
import { useQuery } from '@tanstack/react-query';
import type { Map as LeafletMap } from 'leaflet';
import { type ReactNode, useMemo, useState } from 'react';
import { callForBody } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { formatDay } from '../../platform/date-format.ts';
import { Chip } from '../../ui/chip.tsx';
import { EmptyText } from '../../ui/empty-text.tsx';
import { FailedRead } from '../../ui/failed-read.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Pill } from '../../ui/pill.tsx';
import { useLevels } from '../bulletins.queries.ts';
import { formatAlertLevel } from '../describe-level.ts';
import { ZoneLevel } from '../zone-level.tsx';
import { ZoneLayer } from './zone-layer.tsx';
import styles from './zone-map.module.css';
import { LevelSwatch, ZonePatterns } from './zone-patterns.tsx';
import { SHOWN_LEVELS, zonesOnMap } from './zones-on-map.ts';

const KEY = [...queryKeys.bulletins, 'shapes'];
/** One that came later than its bulletin is told of by nobody. */
const REFRESH_MS = 600_000;

type Known = { tag: string | null; shapes: ZoneShapesRecord };

/** Draws a map with what is given for under its marks. */
type DrawGround = (under: (map: LeafletMap) => ReactNode) => ReactNode;

type ZoneMapProps = { own: readonly string[]; days: { today: string; tomorrow: string }; ground: DrawGround };

/** The zones as the bulletin colors them, today or tomorrow, on a map and as a list that says the same in words. */
export function ZoneMap(props: ZoneMapProps) {
  const shapes = useZoneShapes();
  if (shapes.isPending) return <Loading label="Lettura delle zone" />;
  if (shapes.isLoadingError) {
    return (
      <FailedRead
        sentence="Le zone sulla mappa non si sono caricate."
        retryLabel="Riprova"
        onRetry={() => void shapes.refetch()}
      />
    );
  }
  if (shapes.data.features.length === 0) {
    return (
      <EmptyText>
        {shapes.data.source === 'cap'
          ? 'La fonte manda messaggi CAP, che non portano la forma delle zone: i livelli sono nell’elenco del bollettino.'
          : 'La mappa compare dopo il primo bollettino nazionale letto: è il bollettino a portare i confini delle zone. Intanto i livelli sono nell’elenco del bollettino.'}
      </EmptyText>
    );
  }
  return <ShownZones {...props} shapes={shapes.data} />;
}

function ShownZones({ own, days, ground, shapes }: ZoneMapProps & { shapes: ZoneShapesRecord }) {
  const [when, setWhen] = useState<keyof typeof days>('today');
  const [chosen, setChosen] = useState<string>();
  const { data: levels } = useLevels(days[when]);
  const { zones, withoutShape } = useMemo(() => zonesOnMap(shapes, levels), [shapes, levels]);
  const stale = levels?.bulletin?.stale === true;
  const open = zones.find(({ key }) => key === chosen);
  return (
    <>
      <ZonePatterns />
      <fieldset className={styles.days}>
        <legend className="sr">Giorno sulla mappa</legend>
        <Chip pressed={when === 'today'} onClick={() => setWhen('today')}>
          Oggi
        </Chip>
        <Chip pressed={when === 'tomorrow'} onClick={() => setWhen('tomorrow')}>
          Domani
        </Chip>
        <span>{formatDay(days[when])}</span>
        {stale && <Pill kind="stale">Non aggiornato</Pill>}
        {levels?.bulletin === null && <Pill kind="unknown">Non disponibile</Pill>}
      </fieldset>
      {ground((map) => (
        <ZoneLayer {...{ map, zones, own, stale }} onChoose={setChosen} />
      ))}
      <div role="status">
        {open ? (
          <ul className={styles.chosen}>
            <ZoneLevel level={open.level} />
          </ul>
        ) : (
          <p className="muted">
            Premi una zona per leggere che cosa dice il bollettino. Confini semplificati.
          </p>
        )}
      </div>
      <ZonesByLevel levels={zones.map(({ level }) => level)} />
      {withoutShape.length > 0 && (
        <details className={styles.names}>
          <summary>Forma non disponibile: {counted(withoutShape.length, ['zona', 'zone'])}</summary>
          <ul className={styles.chosen}>
            {withoutShape.map((level) => (
              <ZoneLevel key={level.zone ?? level.name} level={level} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** What the map shows, in words: its legend, and under each level the zones that have it. */
function ZonesByLevel({ levels }: { levels: readonly ZoneLevelRecord[] }) {
  return (
    <section className={styles.byLevel} aria-label="Zone sulla mappa, per livello">
      {SHOWN_LEVELS.map((level) => {
        const zones = levels.filter(({ color }) => color === level);
        return (
          <details key={level ?? 'unknown'} className={styles.names}>
            <summary>
              <LevelSwatch level={level} /> {formatAlertLevel(level)}:{' '}
              {counted(zones.length, ['zona', 'zone'])}
            </summary>
            <ul>
              {zones.map(({ zone, name }) => (
                <li key={zone ?? name}>{zone === null ? name : `${zone} ${name}`}</li>
              ))}
            </ul>
          </details>
        );
      })}
    </section>
  );
}

/** The shapes of the zones; read again only when they have changed, by their tag. */
function useZoneShapes() {
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ client, signal }): Promise<Known> => {
      const known = client.getQueryData<Known>(KEY);
      const tag = known?.tag ?? null;
      const response = await callForBody('getZoneShapes', { signal, ...(tag !== null && { knownTag: tag }) });
      if (response.status === 304 && known) return known;
      const shapes = (await response.json()) as ZoneShapesRecord;
      return { tag: response.headers.get('etag'), shapes };
    },
    select: ({ shapes }) => shapes,
    refetchInterval: REFRESH_MS,
  });
}
