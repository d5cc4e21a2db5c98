import type { SensorRecord, SiteRuleRecord } from '@semaforo/contract/api/sensors';
import { SITE_POLICIES, thresholdsFault, WARNING_COLORS } from '@semaforo/contract/domain/sensors/site-rule';
import { useState } from 'react';
import { capitalised } from '../lamps/color-labels.ts';
import { ColorMark } from '../lamps/color-mark.tsx';
import { Button } from '../ui/button.tsx';
import fieldStyles from '../ui/field.module.css';
import layoutStyles from '../ui/layout.module.css';
import { Select } from '../ui/select.tsx';
import { SelectBox } from '../ui/select-box.tsx';
import { TableInput } from '../ui/table-input.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { POLICY_WORDS, readRule, type WrittenRule, writeRule } from './rule-fields.ts';
import styles from './sensors.module.css';

type RuleFormProps = {
  sensor: SensorRecord;
  signals: readonly { id: number; name: string }[];
  isSaving: boolean;
  onSave: (rule: SiteRuleRecord) => void;
  onCancel: () => void;
};

const COLOR_OPTIONS = WARNING_COLORS.map((value) => ({ value, label: capitalised(value) }));
const THRESHOLD_FIELDS = [
  ['at', 'da (cm)'],
  ['clear_at', 'cala sotto (cm)'],
  ['for_s', 'per (s)'],
] as const;

/** The rule of a site, written by a person; what is wrong is said here before it is sent. */
export function RuleForm({ sensor, signals, isSaving, onSave, onCancel }: RuleFormProps) {
  const [rule, setRule] = useState(() => writeRule(sensor.rule));
  const [fault, setFault] = useState<string>();
  const set = (change: Partial<WrittenRule>) => {
    setFault(undefined);
    setRule({ ...rule, ...change });
  };
  const submit = () => {
    const read = readRule(rule);
    if ('fault' in read) return setFault(read.fault);
    const wrong = thresholdsFault(read.thresholds) ?? needsSignals(read);
    if (wrong !== undefined) setFault(wrong);
    else if (!isSaving) onSave(read);
  };
  return (
    <form
      className={layoutStyles.stack}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Select
        label="Che cosa fa il sito"
        options={SITE_POLICIES.map((value) => ({ value, label: POLICY_WORDS[value].label }))}
        value={rule.policy}
        onChange={(event) => set({ policy: event.currentTarget.value as WrittenRule['policy'] })}
      />
      <p className="muted small">{POLICY_WORDS[rule.policy].means}</p>
      <table className={styles.thresholds}>
        <caption>Soglie del livello</caption>
        <thead>
          <tr>
            <th scope="col">Colore</th>
            {THRESHOLD_FIELDS.map(([field, label]) => (
              <th key={field} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {WARNING_COLORS.map((color) => (
            <tr key={color}>
              <th scope="row">
                <ColorMark color={color} /> {capitalised(color)}
              </th>
              {THRESHOLD_FIELDS.map(([field, label]) => (
                <td key={field}>
                  <TableInput
                    aria-label={`${capitalised(color)}, ${label}`}
                    inputMode="decimal"
                    value={rule[color][field]}
                    onChange={(event) =>
                      set({ [color]: { ...rule[color], [field]: event.currentTarget.value } })
                    }
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="muted small">Un colore senza livello non viene chiesto.</p>
      <div className={fieldStyles.pair}>
        <TextInput
          label="Salita rapida (cm al minuto)"
          inputMode="decimal"
          value={rule.rate_per_min}
          onChange={(event) => set({ rate_per_min: event.currentTarget.value })}
        />
        <Select
          label="Il galleggiante alzato chiede"
          options={[{ value: '', label: 'Nulla: conferma soltanto' }, ...COLOR_OPTIONS]}
          value={rule.float_color}
          onChange={(event) => set({ float_color: event.currentTarget.value as WrittenRule['float_color'] })}
        />
      </div>
      <Select
        label="Quanti devono essere d’accordo"
        options={[
          { value: '1', label: 'Basta uno' },
          { value: '2', label: 'Due fra livello, galleggiante e persona' },
        ]}
        value={rule.votes}
        onChange={(event) => set({ votes: event.currentTarget.value === '2' ? '2' : '1' })}
      />
      <div className={fieldStyles.pair}>
        <TextInput
          label="Il sensore è muto dopo (min)"
          inputMode="decimal"
          value={rule.silent_after_min}
          onChange={(event) => set({ silent_after_min: event.currentTarget.value })}
        />
        <Select
          label="Quando è muto"
          options={[
            { value: 'alarm', label: 'Solo allarme' },
            ...COLOR_OPTIONS.map(({ value, label }) => ({ value, label: `${label}, da solo` })),
          ]}
          value={rule.silent === 'alarm' ? 'alarm' : rule.silent_color}
          onChange={(event) => set(silentOf(event.currentTarget.value))}
        />
      </div>
      <fieldset className={styles.signals}>
        <legend>Segnali del sito</legend>
        {signals.length === 0 && <p className="muted">Questo Comune non ha semafori.</p>}
        {signals.map(({ id, name }) => (
          <SelectBox
            key={id}
            checked={rule.device_ids.includes(id)}
            onChange={() =>
              set({
                device_ids: rule.device_ids.includes(id)
                  ? rule.device_ids.filter((one) => one !== id)
                  : [...rule.device_ids, id],
              })
            }
          >
            {name}
          </SelectBox>
        ))}
      </fieldset>
      <SelectBox checked={rule.local} onChange={() => set({ local: !rule.local })}>
        La scheda ha la stessa regola: ciò che accende da sola diventa un’allerta
      </SelectBox>
      {fault !== undefined && (
        <p className={fieldStyles.error} role="alert">
          {fault}
        </p>
      )}
      <div className={`${layoutStyles.row} ${layoutStyles.wrap}`}>
        <Button type="submit" aria-disabled={isSaving}>
          Salva la regola
        </Button>
        <Button variant="outline" onClick={onCancel}>
          Annulla
        </Button>
      </div>
    </form>
  );
}

function silentOf(chosen: string): Pick<WrittenRule, 'silent'> & Partial<WrittenRule> {
  const color = WARNING_COLORS.find((one) => one === chosen);
  return color === undefined ? { silent: 'alarm' } : { silent: 'raise', silent_color: color };
}

function needsSignals({ policy, silent, device_ids: ids }: SiteRuleRecord): string | undefined {
  const lights = policy !== 'warn' || silent === 'raise';
  return lights && ids.length === 0
    ? 'Scegli almeno un segnale: il sito non saprebbe che cosa accendere'
    : undefined;
}
