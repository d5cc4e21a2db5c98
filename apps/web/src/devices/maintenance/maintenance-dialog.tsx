import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { labelOf } from '@semaforo/contract/domain/label';
import { MAINTENANCE_REASON_AT_MOST, maintenanceTrouble } from '@semaforo/contract/domain/maintenance';
import { recurringInstant, romeWallTime } from '@semaforo/contract/domain/rome-time';
import { useId, useState } from 'react';
import { serverNow } from '../../platform/server-clock.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import fieldStyles from '../../ui/field.module.css';
import layoutStyles from '../../ui/layout.module.css';
import { TextInput } from '../../ui/text-input.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { useMaintenance } from './use-maintenance.ts';

/** Half a day: what is begun in the morning is done by the evening. */
const USUAL_MS = 8 * 3_600_000;

/** What a person types: a day (2026-11-26) and a time (18:30) of Rome, and why. */
type MaintenanceFields = { day: string; time: string; reason: string };

type FieldFaults = { until?: string; reason?: string };

type MaintenanceDialogProps = { device: DeviceStatusRecord; onClose: () => void };

/** Asks until when people work on a device, and why. */
export function MaintenanceDialog({ device, onClose }: MaintenanceDialogProps) {
  const [fields, setFields] = useState(() => firstFields(device.maintenance, serverNow()));
  const [faults, setFaults] = useState<FieldFaults>({});
  const { change, isChanging, failure } = useMaintenance(device, onClose);
  const formId = useId();
  const set = (changed: Partial<typeof fields>) => {
    setFields({ ...fields, ...changed });
    setFaults({});
  };
  const submit = () => {
    if (isChanging) return;
    const read = readFields(fields, serverNow());
    if ('faults' in read) setFaults(read.faults);
    else change(read.given);
  };
  return (
    <Dialog
      title={
        <>
          Manutenzione di <UserText>{labelOf(device)}</UserText>
        </>
      }
      onCancel={onClose}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" form={formId} aria-disabled={isChanging}>
            {device.maintenance ? 'Salva' : 'Metti in manutenzione'}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={layoutStyles.stack}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <p>
          Fino ad allora non apre allarmi, non viene riacceso da solo e non conta per i cittadini. I comandi
          che dai partono lo stesso.
        </p>
        {failure !== null && (
          <p className={fieldStyles.error} role="alert">
            {failure}
          </p>
        )}
        <div className={fieldStyles.pair}>
          <TextInput
            label="Fino al giorno"
            type="date"
            required
            value={fields.day}
            error={faults.until}
            onChange={(event) => set({ day: event.currentTarget.value })}
          />
          <TextInput
            label="Alle ore"
            type="time"
            required
            value={fields.time}
            onChange={(event) => set({ time: event.currentTarget.value })}
          />
        </div>
        <TextInput
          label="Motivo"
          required
          maxLength={MAINTENANCE_REASON_AT_MOST}
          value={fields.reason}
          error={faults.reason}
          onChange={(event) => set({ reason: event.currentTarget.value })}
        />
      </form>
    </Dialog>
  );
}

/** What the form begins with: that of the device, if any; both instants in epoch milliseconds. */
function firstFields(maintenance: { until: string; reason: string } | null, now: number): MaintenanceFields {
  const { date, time } = romeWallTime(maintenance ? Date.parse(maintenance.until) : now + USUAL_MS);
  return { day: date, time: time.slice(0, 5), reason: maintenance?.reason ?? '' };
}

/** What is to be sent, or what is wrong with the fields, in Italian. */
function readFields(
  { day, time, reason }: MaintenanceFields,
  now: number,
): { given: { until: string; reason: string } } | { faults: FieldFaults } {
  const until = day === '' || time === '' ? undefined : recurringInstant(day, time).at;
  const trouble = until === undefined ? 'Scegli giorno e ora' : maintenanceTrouble(until, now);
  const written = reason.trim();
  const faults = {
    ...(trouble !== undefined && { until: trouble }),
    ...(written === '' && { reason: 'Scrivi perché: chi guarda il segnale lo legge' }),
  };
  if (until === undefined || Object.keys(faults).length > 0) return { faults };
  return { given: { until: new Date(until).toISOString(), reason: written } };
}
