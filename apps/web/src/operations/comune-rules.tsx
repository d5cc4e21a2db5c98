import type { Setting } from '@semaforo/contract/api/settings';
import { KNOWN_SETTINGS, type KnownSetting, refusedValue } from '@semaforo/contract/domain/known-settings';
import { PUBLIC_PAGE_SETTING } from '@semaforo/contract/domain/public-page';
import { CHANNEL_SETTING } from '@semaforo/contract/domain/telegram-channel';
import { useState } from 'react';
import { serverSentence } from '../api/failures.ts';
import { formatTimeOfDay } from '../platform/date-format.ts';
import { serverNow } from '../platform/server-clock.ts';
import { Button } from '../ui/button.tsx';
import layoutStyles from '../ui/layout.module.css';
import { PaddedPart } from '../ui/panel.tsx';
import { SavedMark } from '../ui/saved-mark.tsx';
import { Switch } from '../ui/switch.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { TextInput } from '../ui/text-input.tsx';
import type { Toast } from '../ui/toast.tsx';
import { PublicPageLinks, ReadTextsDialog } from './public-page-rules.tsx';
import styles from './user-settings.module.css';
import { useStoreSetting, useTestChannel } from './user-settings.queries.ts';

type ComuneRulesProps = {
  userId: number;
  settings: readonly Setting[];
  onNotice: (notice: Toast) => void;
};

type RuleProps = { rule: KnownSetting; value: string; userId: number; onNotice: (notice: Toast) => void };

/** The settings of a Comune that have a name: a switch or a field each, saved at once, instead of typing keys. */
export function ComuneRules({ userId, settings, onNotice }: ComuneRulesProps) {
  const propsOf = (rule: KnownSetting) => ({
    ...{ rule, userId, onNotice },
    value: settings.find(({ key }) => key === rule.key)?.value ?? (rule.isOn ? 'true' : ''),
  });
  return (
    <PaddedPart className={styles.rules}>
      <h3 className={styles.rulesTitle}>Regole del Comune</h3>
      {KNOWN_SETTINGS.map((rule) => {
        if (rule.key === PUBLIC_PAGE_SETTING) {
          return <PublicPageSwitch key={rule.key} {...propsOf(rule)} settings={settings} />;
        }
        if (rule.kind === 'switch') return <RuleSwitch key={rule.key} {...propsOf(rule)} />;
        const isText = rule.kind === 'text' || rule.kind === 'lines';
        return isText && <RuleField key={rule.key} {...propsOf(rule)} />;
      })}
    </PaddedPart>
  );
}

function useRule({ rule, userId, onNotice }: Omit<RuleProps, 'value'>) {
  const [savedAt, setSavedAt] = useState<number>();
  const { mutate, isPending, isError } = useStoreSetting({
    ...{ userId, onNotice },
    failureText: 'Errore salvataggio impostazione',
  });
  return {
    isError,
    busy: isPending,
    mark: savedAt !== undefined && !isError && (
      <SavedMark>Salvato, {formatTimeOfDay(savedAt).slice(0, 5)}</SavedMark>
    ),
    set: (value: string) => mutate({ [rule.key]: value }, { onSuccess: () => setSavedAt(serverNow()) }),
  };
}

/** Asks whether the texts were read before it is switched on. */
function PublicPageSwitch({ settings, ...props }: RuleProps & { settings: readonly Setting[] }) {
  const [turnOn, setTurnOn] = useState<() => void>();
  return (
    <>
      <RuleSwitch {...props} before={(goOn) => setTurnOn(() => goOn)} />
      <PublicPageLinks settings={settings} />
      {turnOn && (
        <ReadTextsDialog
          settings={settings}
          onCancel={() => setTurnOn(undefined)}
          onConfirm={() => {
            setTurnOn(undefined);
            turnOn();
          }}
        />
      )}
    </>
  );
}

/** `before`: what is to be asked first when it is switched on. */
function RuleSwitch({ value, before, ...props }: RuleProps & { before?: (goOn: () => void) => void }) {
  const { name, means } = props.rule;
  const { set, busy, isError, mark } = useRule(props);
  const isOn = value === 'true';
  return (
    <div className={styles.rule}>
      <div>
        <strong>{name}</strong>
        <p className="muted small">{means}</p>
        {isError && <p role="alert">Non salvato: la regola è ancora {isOn ? 'attiva' : 'spenta'}.</p>}
      </div>
      {mark}
      <Switch
        label={name}
        isOn={isOn}
        busy={busy}
        onSet={(on) => (on && before ? before(() => set('true')) : set(String(on)))}
      />
    </div>
  );
}

function RuleField({ value, ...props }: RuleProps) {
  const { rule } = props;
  const { set, busy, mark } = useRule(props);
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
        if (wrong === undefined && !busy && shown.trim() !== value) set(shown.trim());
      }}
    >
      {rule.kind === 'lines' ? (
        <TextArea
          label={rule.name}
          value={shown}
          error={refusal}
          rows={6}
          placeholder={rule.placeholder}
          onChange={(event) => setTyped(event.target.value)}
        />
      ) : (
        <TextInput
          label={rule.name}
          value={shown}
          error={refusal}
          autoCapitalize="none"
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <Button type="submit" aria-disabled={busy}>
        Salva
      </Button>
      {mark}
      <p className="muted small">{rule.means}</p>
      {rule.key === CHANNEL_SETTING && value !== '' && <ChannelTrial userId={props.userId} />}
    </form>
  );
}

/** Writes to the saved channel that this is a test, and says what came of it. */
function ChannelTrial({ userId }: { userId: number }) {
  const trial = useTestChannel(userId);
  const failure = trial.error ? serverSentence(trial.error, 'la prova non è partita') : trial.data?.failure;
  return (
    <div className={`${layoutStyles.row} ${layoutStyles.wrap} ${styles.trial}`}>
      <Button
        variant="outline"
        aria-disabled={trial.isPending}
        onClick={() => {
          if (!trial.isPending) trial.mutate();
        }}
      >
        Prova
      </Button>
      <p className="small" role="status">
        {trial.isPending && 'Invio della prova…'}
        {trial.data?.failure === null && 'Telegram l’ha preso: guarda il canale.'}
        {failure != null && `Non consegnato: ${failure}`}
      </p>
    </div>
  );
}
