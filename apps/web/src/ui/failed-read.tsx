import { Button } from './button.tsx';
import layoutStyles from './layout.module.css';
import panelStyles from './panel.module.css';

/** Stands in place of what could not be read, with a button that tries again. */
export function FailedRead(props: { sentence: string; retryLabel: string; onRetry: () => void }) {
  return (
    <div className={`${panelStyles.padded} ${layoutStyles.row} ${layoutStyles.wrap}`} role="alert">
      <p>{props.sentence}</p>
      <Button variant="outline" size="small" onClick={props.onRetry}>
        {props.retryLabel}
      </Button>
    </div>
  );
}
