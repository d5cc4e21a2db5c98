import type { Group } from '@semaforo/contract/api/groups';
import type { LampDeviceType } from '@semaforo/contract/domain/channels';
import { romeWallTime } from '@semaforo/contract/domain/rome-time';
import { SIGNAL_STATUSES } from '@semaforo/contract/domain/signal-color';
import { type FormEvent, useState } from 'react';
import { serverSentence } from '../api/failures.ts';
import { describeCommand } from '../lamps/describe-command.ts';
import { serverNow } from '../platform/server-clock.ts';
import { Button } from '../ui/button.tsx';
import fieldStyles from '../ui/field.module.css';
import { Select } from '../ui/select.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { DateList } from './date-list.tsx';
import { MomentInput } from './moment-fields.tsx';
import { NextTimes } from './next-times.tsx';
import { emptyPlan, type PlanFields, planRequest, whatOf } from './plan-fields.ts';
import styles from './plans.module.css';
import { useCreatePlan, usePreview } from './plans.queries.ts';
import { RepeatFields } from './repeat-fields.tsx';

const WHAT = [
  ...(['acceso', 'spento'] as const).map((color) => option('lanterna', color)),
  ...SIGNAL_STATUSES.map((color) => option('semaforo', color)),
];

function option(deviceType: 'semaforo' | 'lanterna', color: Parameters<typeof describeCommand>[1]) {
  return { value: `${deviceType} ${color}`, label: describeCommand(deviceType, color) };
}

/** The devices of each type, by name. */
export type PlannedDevices = Record<LampDeviceType, readonly { id: number; name: string }[]>;

type PlanFormProps = { devicesOf: PlannedDevices; groups: readonly Group[]; onDone: () => void };

/** A new recurring plan; its next ten times are shown before it is saved. */
export function PlanForm({ devicesOf, groups, onDone }: PlanFormProps) {
  const [fields, setFields] = useState(() => emptyPlan(romeWallTime(serverNow()).date));
  const [isIncomplete, setIncomplete] = useState(false);
  const set = (change: Partial<PlanFields>) => setFields({ ...fields, ...change });
  const { deviceType } = whatOf(fields.what);
  const requested = planRequest(fields);
  const preview = usePreview(requested);
  const creating = useCreatePlan();
  const failure = creating.error ?? (requested && preview.error);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIncomplete(requested === undefined);
    if (requested && !creating.isPending) creating.mutate(requested, { onSuccess: onDone });
  };

  return (
    <form className={styles.form} aria-label="Nuovo piano ricorrente" noValidate onSubmit={submit}>
      <div className={fieldStyles.pair}>
        <Select
          label="Che cosa"
          options={WHAT}
          value={fields.what}
          onChange={(event) => set({ what: event.currentTarget.value, whom: 'tutti' })}
        />
        <TargetSelect
          devices={devicesOf[deviceType]}
          groups={groups}
          deviceType={deviceType}
          whom={fields.whom}
          onChange={(targets) => set({ whom: targets })}
        />
      </div>
      <RepeatFields fields={fields} onChange={set} />
      <MomentInput label="Da" moment={fields.begin} onChange={(begin) => set({ begin })} />
      <MomentInput label="A" optional moment={fields.end} onChange={(end) => set({ end })} />
      <p className="muted small">
        {deviceType === 'lanterna'
          ? 'Alba e tramonto si calcolano sulle coordinate di ogni lanterna.'
          : 'Alla fine i semafori tornano a verde. Un piano non abbassa un colore dato da una persona o da un’allerta.'}
      </p>
      <div className={fieldStyles.pair}>
        <TextInput
          label="Dal giorno"
          type="date"
          required
          value={fields.startsOn}
          onChange={(event) => set({ startsOn: event.currentTarget.value })}
        />
        <TextInput
          label="Fino al giorno (facoltativo)"
          type="date"
          min={fields.startsOn}
          value={fields.endsOn}
          onChange={(event) => set({ endsOn: event.currentTarget.value })}
        />
      </div>
      <DateList
        label="Eccezioni"
        addLabel="Giorno in cui non vale"
        dates={fields.exceptions}
        onChange={(exceptions) => set({ exceptions })}
      />
      <h3>Prossime 10 volte</h3>
      {failure && (
        <p role="alert" className={styles.trouble}>
          {serverSentence(failure, 'Il piano non è stato salvato')}
        </p>
      )}
      {isIncomplete && !requested && (
        <p role="alert" className={styles.trouble}>
          Mancano dei campi: controlla i giorni e le ore.
        </p>
      )}
      {requested && preview.data && !preview.error ? (
        <NextTimes next={preview.data.next} />
      ) : (
        <p className="muted">Compaiono quando giorni e ore sono scritti.</p>
      )}
      <div className={styles.buttons}>
        <Button type="submit" aria-disabled={creating.isPending}>
          Salva il piano
        </Button>
        <Button variant="outline" onClick={onDone}>
          Annulla
        </Button>
      </div>
    </form>
  );
}

type TargetSelectProps = {
  devices: PlannedDevices[LampDeviceType];
  groups: readonly Group[];
  deviceType: 'semaforo' | 'lanterna';
  whom: string;
  onChange: (targets: string) => void;
};

/** All devices of the type, a group with some, or one of them. */
function TargetSelect({ devices, groups, deviceType, whom, onChange }: TargetSelectProps) {
  const countOf = (ids: readonly number[]) => devices.filter(({ id }) => ids.includes(id)).length;
  const all = deviceType === 'lanterna' ? 'Tutte le lanterne' : 'Tutti i semafori';
  const options = [
    { value: 'tutti', label: `${all} (${devices.length})` },
    ...groups
      .filter(({ deviceIds }) => countOf(deviceIds) > 0)
      .map(({ id, name, deviceIds }) => ({
        value: `gruppo ${id}`,
        label: `Gruppo ${name} (${countOf(deviceIds)})`,
      })),
    ...devices.map((device) => ({ value: `dispositivo ${device.id}`, label: device.name })),
  ];
  return (
    <Select
      label="Chi"
      options={options}
      value={whom}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
