import { ZoneMap } from '../bulletins/map/zone-map.tsx';
import { useBulletinDays } from '../bulletins/use-bulletin-days.ts';
import { SignalsMap } from '../devices/map/signals-map.tsx';
import { useLinkState } from '../live/link-state.ts';

/** The warning zones as the bulletin colors them, and the signals over them. */
export function AlertsMap({ own }: { own: readonly string[] }) {
  const days = useBulletinDays();
  const { up } = useLinkState();
  return (
    <ZoneMap
      {...{ own, days }}
      ground={(under) => (
        <SignalsMap label="Mappa delle zone e dei semafori: l’elenco sotto dice lo stesso" linkUp={up}>
          {under}
        </SignalsMap>
      )}
    />
  );
}
