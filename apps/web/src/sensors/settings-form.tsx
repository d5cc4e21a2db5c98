import type { SensorRecord } from '@semaforo/contract/api/sensors';
import { useState } from 'react';
import { readDecimal, writeDecimal } from '../platform/decimal-field.ts';
import { Button } from '../ui/button.tsx';
import fieldStyles from '../ui/field.module.css';
import { Fold } from '../ui/fold.tsx';
import { TextInput } from '../ui/text-input.tsx';
import type { Toast } from '../ui/toast.tsx';
import { useSaveSettings } from './sensors.queries.ts';

const NUMBERS = [
  ['scale', 'Centimetri per unità'],
  ['offset', 'Più (cm)'],
  ['min', 'Minimo possibile (cm)'],
  ['max', 'Massimo possibile (cm)'],
] as const;

type Written = Record<(typeof NUMBERS)[number][0] | 'field', string>;

/** How the level of a gauge is read, for admins: in which field, and how many centimetres that means. */
export function SettingsForm({
  sensor,
  onNotice,
}: {
  sensor: SensorRecord;
  onNotice: (notice: Toast) => void;
}) {
  const save = useSaveSettings(sensor.id, onNotice);
  const [written, setWritten] = useState<Written>(() => writtenOf(sensor));
  const [fault, setFault] = useState<string>();
  const submit = () => {
    const read = Object.fromEntries(
      NUMBERS.map(([name]) => [name, readDecimal(written[name]) ?? Number.NaN]),
    ) as Record<(typeof NUMBERS)[number][0], number>;
    const wrong = NUMBERS.find(([name]) => !Number.isFinite(read[name]));
    setFault(wrong && `Serve un numero: ${wrong[1]}`);
    if (!wrong) save.mutate({ ...read, field: written.field.trim() || null });
  };
  return (
    <Fold title="Come si legge il livello">
      <form
        className={fieldStyles.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <p className="muted small">
          Livello in cm = più + centimetri per unità × ciò che dice il campo. Una sonda sopra l’acqua misura
          una distanza: scrivi −1 e la sua altezza.
        </p>
        <TextInput
          label="Campo (vuoto: quello del profilo)"
          autoCapitalize="none"
          spellCheck={false}
          value={written.field}
          onChange={(event) => setWritten({ ...written, field: event.currentTarget.value })}
        />
        {NUMBERS.map(([name, label]) => (
          <TextInput
            key={name}
            label={label}
            inputMode="decimal"
            value={written[name]}
            onChange={(event) => setWritten({ ...written, [name]: event.currentTarget.value })}
          />
        ))}
        {fault !== undefined && (
          <p className={fieldStyles.error} role="alert">
            {fault}
          </p>
        )}
        <Button type="submit" variant="outline" aria-disabled={save.isPending}>
          Salva la lettura
        </Button>
      </form>
    </Fold>
  );
}

function writtenOf({ settings }: SensorRecord): Written {
  const numbers = Object.fromEntries(NUMBERS.map(([name]) => [name, writeDecimal(settings[name])]));
  return { ...(numbers as Record<(typeof NUMBERS)[number][0], string>), field: settings.field ?? '' };
}
