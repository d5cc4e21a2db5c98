import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Panel } from '../ui/panel.tsx';
import { ChooseZones } from './choose-zones.tsx';
import { useMyZones, useSaveMyZones } from './zones.queries.ts';

/** One's own zones in a line, and the choice of others. Open by itself while there is none. */
export function MyZones() {
  const { data } = useMyZones();
  const saving = useSaveMyZones();
  const [open, setOpen] = useState(false);
  if (!data) return null;
  const { zones, devices } = data;
  const isOpen = open || zones.length === 0;
  return (
    <Panel label="Le tue zone">
      <div className={`${layoutStyles.row} ${layoutStyles.wrap}`}>
        <h2>Le tue zone</h2>
        <p>{zones.length === 0 ? 'nessuna scelta' : zones.map(({ code }) => code).join(', ')}</p>
        {zones.length > 0 && (
          <Button variant="outline" aria-expanded={isOpen} onClick={() => setOpen(!open)}>
            Cambia le zone
          </Button>
        )}
      </div>
      {devices.length > 0 && (
        <p>Altra zona: {devices.map(({ id, name, zone }) => `${name ?? id} ${zone.code}`).join(', ')}</p>
      )}
      {isOpen && (
        <ChooseZones
          zones={zones}
          saving={saving.isPending}
          failure={saving.isError ? saving.error.message : undefined}
          onChoose={(codes) => saving.mutate(codes)}
        />
      )}
    </Panel>
  );
}

/** The codes of one's own zones and of those of one's devices; empty while they are being read. */
export function useOwnZoneCodes(): string[] {
  const { data } = useMyZones();
  if (!data) return [];
  const codes = [...data.zones, ...data.devices.map(({ zone }) => zone)].map(({ code }) => code);
  return [...new Set(codes)];
}
