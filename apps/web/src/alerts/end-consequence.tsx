import type { AlertEndOnSignal } from '@semaforo/contract/api/alerts';
import { groupBy } from '@semaforo/contract/domain/group-by';
import { useQuery } from '@tanstack/react-query';
import { callRoute } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';
import { Chip } from '../ui/chip.tsx';
import layoutStyles from '../ui/layout.module.css';
import { SelectBox } from '../ui/select-box.tsx';
import styles from './alerts.module.css';
import { describeEnd } from './describe-end.ts';

/** What ending an alert now does to each lamp, to what they go, and whether what was set by hand stays. */
export function EndConsequence(props: {
  alertId: number;
  keepsOverrides: boolean;
  onKeepsOverrides: (keeps: boolean) => void;
  toVerde: boolean;
  onToVerde: (toVerde: boolean) => void;
}) {
  const { alertId, keepsOverrides, onKeepsOverrides, toVerde, onToVerde } = props;
  const { data, isError } = useQuery({
    queryKey: [...queryKeys.alerts, alertId, 'end'],
    queryFn: ({ signal }) => callRoute('previewAlertEnd', { params: { id: alertId }, signal }),
    gcTime: 0,
  });
  if (isError) return <p role="alert">Non si sa che cosa farebbero le lampade: la lettura non è riuscita</p>;
  if (!data) return <p className="muted">Lettura di che cosa farebbero le lampade…</p>;
  const former = colorsBack(data.signals);
  const signals = toVerde ? data.signals.map(withVerde) : data.signals;
  return (
    <>
      {former !== '' && (
        <fieldset className={`${layoutStyles.row} ${layoutStyles.wrap} ${styles.choice}`}>
          <legend className="sr">A che cosa vanno le lampade</legend>
          <Chip pressed={!toVerde} onClick={() => onToVerde(false)}>
            Tornano com’erano ({former})
          </Chip>
          <Chip pressed={toVerde} onClick={() => onToVerde(true)}>
            Diventano verdi
          </Chip>
        </fieldset>
      )}
      <ul aria-label="Che cosa faranno le lampade">
        {describeEnd(signals, keepsOverrides).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {signals.some(isOverride) && (
        <SelectBox checked={!keepsOverrides} onChange={() => onKeepsOverrides(!keepsOverrides)}>
          Togli anche i comandi manuali
        </SelectBox>
      )}
    </>
  );
}

/** '12 giallo': to what lamps would go back, or where they would stay, that could be verde; empty without any. */
function colorsBack(signals: readonly AlertEndOnSignal[]): string {
  const differing = signals.flatMap(({ from, to, override, verde }) =>
    override === null && to !== verde ? [to ?? from ?? 'come ora'] : [],
  );
  return [...groupBy(differing, (color) => color)].map(([color, all]) => `${all.length} ${color}`).join(', ');
}

function withVerde({ to, override, verde, ...signal }: AlertEndOnSignal): AlertEndOnSignal {
  return {
    ...{ ...signal, verde, to: override ? to : verde },
    override: override && { ...override, to: verde ?? override.to },
  };
}

function isOverride({ override }: AlertEndOnSignal): boolean {
  return override !== null;
}
