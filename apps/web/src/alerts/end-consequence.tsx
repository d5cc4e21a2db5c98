import type { AlertEndOnSignal } from '@semaforo/contract/api/alerts';
import { useQuery } from '@tanstack/react-query';
import { callRoute } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';
import { SelectBox } from '../ui/select-box.tsx';
import { describeEnd } from './describe-end.ts';

/** What ending an alert now does to each lamp, and whether what was set by hand stays. */
export function EndConsequence(props: {
  alertId: number;
  keepsOverrides: boolean;
  onKeepsOverrides: (keeps: boolean) => void;
}) {
  const { alertId, keepsOverrides, onKeepsOverrides } = props;
  const { data, isError } = useQuery({
    queryKey: [...queryKeys.alerts, alertId, 'end'],
    queryFn: ({ signal }) => callRoute('previewAlertEnd', { params: { id: alertId }, signal }),
    gcTime: 0,
  });
  if (isError) return <p role="alert">Non si sa che cosa farebbero le lampade: la lettura non è riuscita</p>;
  if (!data) return <p className="muted">Lettura di che cosa farebbero le lampade…</p>;
  return (
    <>
      <ul aria-label="Che cosa faranno le lampade">
        {describeEnd(data.signals, keepsOverrides).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {data.signals.some(isOverride) && (
        <SelectBox checked={!keepsOverrides} onChange={() => onKeepsOverrides(!keepsOverrides)}>
          Togli anche i comandi manuali
        </SelectBox>
      )}
    </>
  );
}

function isOverride({ override }: AlertEndOnSignal): boolean {
  return override !== null;
}
