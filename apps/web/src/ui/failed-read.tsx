import { Button } from './button.tsx';
import './panel.css';

/** Stands in place of what could not be read, with a button that tries again. */
export function FailedRead(props: { sentence: string; retryLabel: string; onRetry: () => void }) {
  return (
    <div className="panel__pad row row--wrap" role="alert">
      <p>{props.sentence}</p>
      <Button variant="outline" size="small" onClick={props.onRetry}>
        {props.retryLabel}
      </Button>
    </div>
  );
}
