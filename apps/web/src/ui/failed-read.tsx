import { Button } from './button.tsx';
import layoutStyles from './layout.module.css';
import panelStyles from './panel.module.css';

/** Replaces content that could not be read, with a button to try again. */
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
