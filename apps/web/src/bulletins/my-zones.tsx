import type { ComuneRecord, OwnZone } from '@semaforo/contract/api/zones';
import { useState } from 'react';
import { serverNow } from '../platform/server-clock.ts';
import { useTimeLeft } from '../platform/time-left.ts';
import { Button } from '../ui/button.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Panel } from '../ui/panel.tsx';
import { UndoLine } from '../ui/undo-line.tsx';
import { ChooseZones } from './choose-zones.tsx';
import { useMyZones, useSaveMyZones } from './zones.queries.ts';

const UNDO_WITHIN_MS = 10_000;

/** The choice of one's own zones, which asks nothing and can be taken back. */
export type MyZoneChoice = ReturnType<typeof useMyZoneChoice>;

export function useMyZoneChoice() {
  const saving = useSaveMyZones();
  const [made, setMade] = useState<{ comune: ComuneRecord; before: string[]; at: number }>();
  const failure = saving.isError ? saving.error.message : undefined;
  return {
    ...{ made, failure, saving: saving.isPending },
    choose: (before: readonly OwnZone[], codes: string[], comune?: ComuneRecord) =>
      saving.mutate(codes, {
        onSuccess: () =>
          setMade(comune && { comune, before: before.map(({ code }) => code), at: serverNow() }),
      }),
    undo: (codes: string[]) => saving.mutate(codes, { onSuccess: () => setMade(undefined) }),
  };
}

/** Says which Comune was chosen, and takes it back within seconds. */
export function UndoZoneChoice({ choice }: { choice: MyZoneChoice }) {
  const { made, saving, undo } = choice;
  const left = useTimeLeft((made?.at ?? 0) + UNDO_WITHIN_MS, UNDO_WITHIN_MS);
  if (!made || left === null) return null;
  const { name, province, zone } = made.comune;
  return (
    <UndoLine
      icon="check"
      title={`Il tuo Comune è ${name}`}
      detail={`provincia di ${province}, zona di allerta ${zone}`}
      undoLabel="Annulla"
      left={left}
      busy={saving}
      onUndo={() => undo(made.before)}
    />
  );
}

/** The search for one's own Comune, and the zones that one has. */
export function ChooseMyZones({ choice }: { choice: MyZoneChoice }) {
  const zones = useMyZones().data?.zones;
  if (!zones) return null;
  return (
    <ChooseZones
      zones={zones}
      chooseLabel="È il mio"
      saving={choice.saving}
      failure={choice.failure}
      onChoose={(codes, comune) => choice.choose(zones, codes, comune)}
    />
  );
}

/** One's own zones in a line, and the choice of others. */
export function MyZones({ choice }: { choice: MyZoneChoice }) {
  const { data } = useMyZones();
  const [open, setOpen] = useState(false);
  if (!data) return null;
  const { zones, devices } = data;
  return (
    <Panel label="Le tue zone">
      <div className={`${layoutStyles.row} ${layoutStyles.wrap}`}>
        <h2>Le tue zone</h2>
        <p>{zones.map(({ code }) => code).join(', ')}</p>
        <Button variant="outline" aria-expanded={open} onClick={() => setOpen(!open)}>
          Cambia le zone
        </Button>
      </div>
      {devices.length > 0 && (
        <p>Altra zona: {devices.map(({ id, name, zone }) => `${name ?? id} ${zone.code}`).join(', ')}</p>
      )}
      {open && <ChooseMyZones choice={choice} />}
    </Panel>
  );
}

/** The codes of one's own zones and of those of one's devices; undefined while they are being read. */
export function useOwnZoneCodes(): string[] | undefined {
  const { data } = useMyZones();
  if (!data) return undefined;
  const codes = [...data.zones, ...data.devices.map(({ zone }) => zone)].map(({ code }) => code);
  return [...new Set(codes)];
}
