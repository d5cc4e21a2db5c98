import { Age } from '../../platform/age.tsx';
import { formatDateTime } from '../../platform/date-format.ts';

/** When the device last spoke, and how long ago; '---' when only a last known state was found, without its time. */
export function LastUpdate({ updatedAt }: { updatedAt: string | null }) {
  if (updatedAt === null) return <p className="card__meta">Ultimo aggiornamento: ---</p>;
  return (
    <div className="card__meta">
      <p>
        Ultimo aggiornamento: <span className="nw">{formatDateTime(updatedAt)}</span>
      </p>
      <p className="card__age">
        <Age since={updatedAt} />
      </p>
    </div>
  );
}
