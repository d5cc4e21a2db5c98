import { formatTimeOfDay } from '../platform/date-format.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import type { CommandRequest, CommandRequestError } from './command-request.ts';
import { describeCommandRequest } from './describe-command-request.ts';
import styles from './strip.module.css';
import { Strip } from './strip.tsx';

type NotSentStripProps = {
  press: CommandRequest;
  failure: CommandRequestError;
  /** True when nothing can be sent now. */
  disabled: boolean;
  onSetAgain: () => void;
  onClose: () => void;
};

/** Why a press became no command. 'Imposta di nuovo' sends nothing: it leads back to the colors. */
export function NotSentStrip({ press, failure, disabled, onSetAgain, onClose }: NotSentStripProps) {
  return (
    <Strip
      edge="bad"
      onClose={onClose}
      head={
        <div className={styles.title}>
          <Icon name="alert" />
          <p className={styles.count}>{titleOf(failure)}</p>
        </div>
      }
      line={
        <p className={styles.by}>
          <Explanation press={press} kind={failure.kind} />
        </p>
      }
      actions={
        press.kind === 'color' && (
          <Button size="small" disabled={disabled} onClick={onSetAgain}>
            Imposta di nuovo
          </Button>
        )
      }
    />
  );
}

function titleOf(failure: CommandRequestError): string {
  switch (failure.kind) {
    case 'tooOld':
      return 'Comando troppo vecchio, non inviato';
    case 'noAnswer':
      return 'Il server non ha risposto in 10 s';
    case 'refused':
      return failure.sentence;
  }
}

function Explanation({ press, kind }: { press: CommandRequest; kind: CommandRequestError['kind'] }) {
  const what = describeCommandRequest(press);
  const at = formatTimeOfDay(press.pressedAt);
  switch (kind) {
    case 'tooOld':
      return (
        <>
          {what} premuto alle {at}, oltre 10 s fa. <b>Nessun semaforo è cambiato.</b>
        </>
      );
    case 'noAnswer':
      return (
        <>
          {what} non verrà eseguito in ritardo. <b>Guarda le lampade prima di riprovare.</b>
        </>
      );
    case 'refused':
      return (
        <>
          {what} premuto alle {at}.
        </>
      );
  }
}
