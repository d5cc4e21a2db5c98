import type { Alert } from '@semaforo/contract/api/alerts';
import { ALERT_LABELS } from '@semaforo/contract/domain/alert-labels';
import { LAST_MINUTE } from '@semaforo/contract/domain/alert-rules';
import { acceptAlertTimes } from '@semaforo/contract/domain/alert-times';
import { romeWallTime } from '@semaforo/contract/domain/rome-time';
import { SIGNAL_COLORS, type SignalColor } from '@semaforo/contract/domain/signal-color';
import { type FormEvent, useState, useSyncExternalStore } from 'react';
import { serverSentence } from '../api/failures.ts';
import { capitalised } from '../lamps/color-labels.ts';
import { ColorMark } from '../lamps/color-mark.tsx';
import { everySecond } from '../platform/every-second.ts';
import { serverNow } from '../platform/server-clock.ts';
import { Alert as Notice } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import fieldStyles from '../ui/field.module.css';
import { SelectBox } from '../ui/select-box.tsx';
import { TextInput } from '../ui/text-input.tsx';
import {
  AlertTargetChips,
  type AlertTargetChoice,
  namedBy,
  type TargetOffer,
} from './alert-target-chips.tsx';
import styles from './alerts.module.css';
import { useCreateAlert } from './alerts.queries.ts';
import { formatMoment } from './describe-alert.ts';

type AlertFormProps = {
  /** What may be chosen, with how many signals each. */
  offer: TargetOffer;
  /** A proposal to begin from. */
  from?: Alert | undefined;
  drill: boolean;
  onDone: () => void;
};

const WRONG = 'L’allerta non è stata creata';

/** A new alert, or an exercise: color, for whom, from when to when, why. */
export function AlertForm({ offer, from, drill: startsAsDrill, onDone }: AlertFormProps) {
  const [fields, setFields] = useState(() => fieldsOf(from, serverNow()));
  const [whom, setTargets] = useState<AlertTargetChoice>(() => startChoice(from, startsAsDrill));
  const [drill, setDrill] = useState(startsAsDrill);
  const [failure, setFailure] = useState<string>();
  const creating = useCreateAlert();
  const set = (change: Partial<typeof fields>) => setFields({ ...fields, ...change });

  const written = {
    from: `${fields.fromDay}T${fields.fromTime}`,
    to: `${fields.toDay}T${fields.toTime || LAST_MINUTE}`,
  };
  const times = acceptAlertTimes(written, serverNow());
  const isBackwards = !times.accepted && times.reason === 'not-after';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fields.color === undefined) return setFailure('Scegli un colore');
    const { color, reason } = fields;
    const named = namedBy(whom);
    if (named === undefined) return setFailure('Nessun semaforo scelto');
    setFailure(undefined);
    creating.mutate(
      { color, ...written, reason, drill, ...named, replaces: from?.id },
      { onSuccess: onDone, onError: (error) => setFailure(serverSentence(error, WRONG)) },
    );
  };

  return (
    <form className={styles.form} aria-label="Nuova allerta" noValidate onSubmit={submit}>
      {failure !== undefined && (
        <Notice kind="danger" closeLabel="Chiudi l’avviso" onClose={() => setFailure(undefined)}>
          {failure}
        </Notice>
      )}
      <fieldset className={styles.colors}>
        <legend>Colore</legend>
        {SIGNAL_COLORS.map((color) => (
          <ColorChoice
            key={color}
            color={color}
            chosen={fields.color === color}
            onChoose={() => set({ color })}
          />
        ))}
      </fieldset>
      <AlertTargetChips offer={offer} chosen={whom} drill={drill} onChoose={setTargets} />
      <div className={fieldStyles.pair}>
        <TextInput
          label="Da: giorno"
          type="date"
          required
          value={fields.fromDay}
          onChange={(event) => set({ fromDay: event.currentTarget.value })}
        />
        <TextInput
          label="Da: ora"
          type="time"
          required
          value={fields.fromTime}
          onChange={(event) => set({ fromTime: event.currentTarget.value })}
        />
      </div>
      <AlertMoment date={fields.fromDay} time={fields.fromTime} />
      <div className={fieldStyles.pair}>
        <TextInput
          label="A: giorno"
          type="date"
          required
          value={fields.toDay}
          error={isBackwards ? '«A» è prima di «Da»: la fine deve venire dopo l’inizio' : undefined}
          onChange={(event) => set({ toDay: event.currentTarget.value })}
        />
        <TextInput
          label="A: ora"
          type="time"
          required
          value={fields.toTime}
          onChange={(event) => set({ toTime: event.currentTarget.value })}
        />
      </div>
      <AlertMoment date={fields.toDay} time={fields.toTime} />
      <TextInput
        label="Motivo"
        required
        maxLength={500}
        value={fields.reason}
        onChange={(event) => set({ reason: event.currentTarget.value })}
      />
      <SelectBox
        checked={drill}
        onChange={() => {
          setDrill(!drill);
          if (whom.kind === 'nessuno') setTargets({ kind: 'tutti' });
        }}
      >
        <span>
          È un’<b>esercitazione</b>: niente ai cittadini, PROVA ovunque
        </span>
      </SelectBox>
      <p>Alla fine: l’altra allerta in corso più grave, se c’è; altrimenti verde.</p>
      <div className={styles.buttons}>
        <Button type="submit" aria-disabled={creating.isPending}>
          {drill ? 'Conferma l’esercitazione' : 'Conferma l’allerta'}
        </Button>
        <Button variant="outline" onClick={onDone}>
          Annulla
        </Button>
      </div>
    </form>
  );
}

function startChoice(from: Alert | undefined, drill: boolean): AlertTargetChoice {
  if (from?.whom === 'zona' && from.zone !== null) return { kind: 'zona', zone: from.zone };
  return drill ? { kind: 'nessuno' } : { kind: 'tutti' };
}

function ColorChoice(props: { color: SignalColor; chosen: boolean; onChoose: () => void }) {
  const { color, chosen, onChoose } = props;
  return (
    <label className={styles.color}>
      <input type="radio" name="color" checked={chosen} onChange={onChoose} />
      <ColorMark color={color} />
      {capitalised(ALERT_LABELS[color])}
    </label>
  );
}

/** The day and time of two fields in words, so that a wrong date is seen. */
function AlertMoment({ date, time }: { date: string; time: string }) {
  const now = useSyncExternalStore(everySecond, () => Math.floor(serverNow() / 60_000) * 60_000);
  const words = date === '' || time === '' ? undefined : formatMoment(date, time, now);
  return words === undefined ? null : <p className={styles.moment}>{words}</p>;
}

/** What the form of an alert holds: days and times of Rome. */
type AlertFields = {
  color: SignalColor | undefined;
  fromDay: string;
  fromTime: string;
  toDay: string;
  toTime: string;
  reason: string;
};

/** The fields at the start: those of a proposal, or from now to the end of today without a color. */
function fieldsOf(alert: Alert | undefined, now: number): AlertFields {
  const from = romeWallTime(alert ? Date.parse(alert.from) : now);
  const to = alert ? romeWallTime(Date.parse(alert.to)) : { date: from.date, time: LAST_MINUTE };
  return {
    color: alert?.color,
    fromDay: from.date,
    fromTime: from.time.slice(0, 5),
    toDay: to.date,
    toTime: to.time.slice(0, 5),
    reason: alert?.reason ?? '',
  };
}
