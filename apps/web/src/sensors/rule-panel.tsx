import type { SensorRecord } from '@semaforo/contract/api/sensors';
import { decimal } from '@semaforo/contract/domain/italian';
import { SITE_POLICIES, WARNING_COLORS } from '@semaforo/contract/domain/sensors/site-rule';
import { centimetres } from '@semaforo/contract/domain/sensors/site-words';
import { type ReactNode, useState } from 'react';
import { capitalised } from '../lamps/color-labels.ts';
import { formatDateTime } from '../platform/date-format.ts';
import { Button } from '../ui/button.tsx';
import { ChoiceList } from '../ui/choice-list.tsx';
import layoutStyles from '../ui/layout.module.css';
import type { Toast } from '../ui/toast.tsx';
import { POLICY_WORDS } from './rule-fields.ts';
import { RuleForm } from './rule-form.tsx';
import styles from './sensors.module.css';
import { useDeleteRule, useSaveRule } from './sensors.queries.ts';

type RulePanelProps = {
  sensor: SensorRecord;
  /** The signals of its Comune. */
  signals: readonly { id: number; name: string }[];
  onNotice: (notice: Toast) => void;
};

/** 'Quando l’acqua supera la soglia': what the site does, and its form. */
export function RulePanel({ sensor, signals, onNotice }: RulePanelProps) {
  const [isEditing, setEditing] = useState(false);
  const saving = useSaveRule(sensor.id, onNotice);
  const deleting = useDeleteRule(sensor.id, onNotice);
  const isSaving = saving.isPending || deleting.isPending;
  const { rule, rule_at: at, rule_by: by } = sensor;
  if (isEditing) {
    return (
      <RuleForm
        sensor={sensor}
        signals={signals}
        isSaving={isSaving}
        onCancel={() => setEditing(false)}
        onSave={(given) => saving.mutate(given, { onSuccess: () => setEditing(false) })}
      />
    );
  }
  if (rule === null) {
    return (
      <div className={layoutStyles.stack}>
        <p className="muted">Questo misuratore misura soltanto: nessuna luce dipende da lui.</p>
        <div>
          <Button onClick={() => setEditing(true)}>Scrivi la regola…</Button>
        </div>
      </div>
    );
  }
  return (
    <div className={layoutStyles.stack}>
      <ChoiceList
        label="Che cosa fa il sito"
        choices={SITE_POLICIES.map((value) => ({
          value,
          label: POLICY_WORDS[value].label,
          means: value === 'raise' ? raiseWords(rule) : POLICY_WORDS[value].means,
        }))}
        chosen={rule.policy}
        busy={isSaving}
        onChoose={(policy) => saving.mutate({ ...rule, policy })}
      />
      <dl className={styles.ruleFacts}>
        <Fact name="Per almeno">{durationOf(rule)}</Fact>
        <Fact name="Salita rapida">
          {rule.rate_per_min === null ? 'non conta' : `${centimetres(rule.rate_per_min)} al minuto`}
        </Fact>
        <Fact name="Se il sensore tace">
          {rule.silent === 'raise' ? `${rule.silent_color} dopo ` : 'allarme dopo '}
          {decimal(rule.silent_after_s / 60)} min
        </Fact>
        <Fact name="Conferma">
          {rule.votes === 2 ? 'due fra livello, galleggiante, persona' : 'basta uno'}
        </Fact>
        <Fact name="Segnali">
          {rule.device_ids.map((id) => signals.find((one) => one.id === id)?.name ?? `n. ${id}`).join(', ') ||
            'nessuno'}
        </Fact>
      </dl>
      <p className="muted small">
        Regola di {by ?? 'nessuno'}
        {at !== null && `, ${formatDateTime(at)}`}
      </p>
      <div className={`${layoutStyles.row} ${layoutStyles.wrap}`}>
        <Button variant="outline" onClick={() => setEditing(true)}>
          Cambia la regola…
        </Button>
        <Button variant="link" aria-disabled={isSaving} onClick={() => isSaving || deleting.mutate()}>
          Togli la regola
        </Button>
      </div>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** 'Arancio a 15 cm, rosso a 30. Non abbassa mai: lo fa una persona.' */
function raiseWords({ thresholds }: NonNullable<SensorRecord['rule']>): string {
  const words = thresholds.map(
    ({ color, at }, index) => `${color} a ${decimal(at)}${index === 0 ? ' cm' : ''}`,
  );
  const asked = words.length > 0 ? `${capitalised(words.join(', '))}. ` : '';
  return `${asked}Non abbassa mai: lo fa una persona.`;
}

function durationOf({ thresholds }: NonNullable<SensorRecord['rule']>): string {
  const seconds = new Set(thresholds.map(({ for_s }) => for_s));
  if (seconds.size <= 1) return `${[...seconds][0] ?? 0} s`;
  return WARNING_COLORS.flatMap((color) => {
    const threshold = thresholds.find((one) => one.color === color);
    return threshold ? [`${color} ${threshold.for_s} s`] : [];
  }).join(', ');
}
