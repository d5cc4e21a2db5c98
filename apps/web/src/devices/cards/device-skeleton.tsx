import '../../ui/loading.css';
import './device-card.css';
import './device-skeleton.css';

const CARDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Dashed housings without lamps, in place of the cards that are being read; they appear only after 300 ms. */
export function DeviceSkeleton({ label }: { label: string }) {
  return (
    <div className="loading" role="status">
      <span className="sr">{label}</span>
      <div className="grid">
        {CARDS.map((card) => (
          <div key={card} className="panel card">
            <svg className="light light--loading" viewBox="0 0 64 136" aria-hidden="true">
              <rect className="hous" x="5" y="1.5" width="46" height="130" rx="13" />
            </svg>
            <div className="card__body">
              <span className="bone bone--name" />
              <span className="bone bone--tag" />
              <span className="bone" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
