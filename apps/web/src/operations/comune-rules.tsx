import type { Setting } from '@semaforo/contract/api/settings';
import { KNOWN_SETTINGS, type KnownSetting, refusedValue } from '@semaforo/contract/domain/known-settings';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { PaddedPart } from '../ui/panel.tsx';
import { SelectBox } from '../ui/select-box.tsx';
import { TextInput } from '../ui/text-input.tsx';
import type { Toast } from '../ui/toast.tsx';
import styles from './user-settings.module.css';
import { useStoreSetting } from './user-settings.queries.ts';

type ComuneRulesProps = {
  userId: number;
  settings: readonly Setting[];
  onNotice: (notice: Toast) => void;
};

type RuleProps = {
  rule: KnownSetting;
  value: string;
  busy: boolean;
  onSet: (value: string) => void;
};

/** The settings of a Comune that have a name: a switch or a field each, instead of typing keys. */
export function ComuneRules({ userId, settings, onNotice }: ComuneRulesProps) {
  const saving = useStoreSetting({
    userId,
    onNotice,
    successText: 'Impostazione salvata con successo',
    failureText: 'Errore salvataggio impostazione',
  });
  const ruleProps = (rule: KnownSetting) => ({
    rule,
    value: settings.find(({ key }) => key === rule.key)?.value ?? (rule.isOn ? 'true' : ''),
    busy: saving.isPending,
    onSet: (value: string) => saving.mutate({ [rule.key]: value }),
  });
  return (
    <PaddedPart className={styles.rules}>
      <h3 className={styles.rulesTitle}>Regole del Comune</h3>
      {KNOWN_SETTINGS.map((rule) => {
        if (rule.kind === 'switch') return <RuleSwitch key={rule.key} {...ruleProps(rule)} />;
        return rule.kind === 'text' && <RuleField key={rule.key} {...ruleProps(rule)} />;
      })}
    </PaddedPart>
  );
}

function RuleSwitch({ rule, value, busy, onSet }: RuleProps) {
  const isOn = value === 'true';
  return (
    <div>
      <SelectBox checked={isOn} onChange={() => !busy && onSet(isOn ? 'false' : 'true')}>
        <strong>{rule.name}</strong>
      </SelectBox>
      <p className={`muted small ${styles.means}`}>{rule.means}</p>
    </div>
  );
}

function RuleField({ rule, value, busy, onSet }: RuleProps) {
  // Undefined while nothing is typed: then the field shows what is stored.
  const [typed, setTyped] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const shown = typed ?? value;
  return (
    <form
      className={styles.ruleField}
      onSubmit={(event) => {
        event.preventDefault();
        const wrong = refusedValue(rule.key, shown.trim());
        setRefusal(wrong);
        if (wrong === undefined && !busy && shown.trim() !== value) onSet(shown.trim());
      }}
    >
      <TextInput
        label={rule.name}
        value={shown}
        error={refusal}
        autoCapitalize="none"
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" aria-disabled={busy}>
        Salva
      </Button>
      <p className="muted small">{rule.means}</p>
    </form>
  );
}
