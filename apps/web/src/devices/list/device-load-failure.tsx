import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { Panel } from '../../ui/panel.tsx';

/** Shown instead of the cards when the states could not be read. */
export function DeviceLoadFailure({ children, onRetry }: { children: string; onRetry: () => void }) {
  return (
    <Panel>
      <div className={`${layoutStyles.row} ${layoutStyles.wrap}`} role="alert">
        <Icon name="alert" />
        <p>{children}</p>
        <Button variant="outline" onClick={onRetry}>
          Riprova
        </Button>
      </div>
    </Panel>
  );
}
