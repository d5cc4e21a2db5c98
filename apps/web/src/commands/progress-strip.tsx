import { RESTORE_WITHIN_MS } from '@semaforo/contract/domain/command-rules';
import type { ReactNode } from 'react';
import type { WholeCommand } from '../api/last-command.ts';
import { ColorTag } from '../lamps/color-tag.tsx';
import { formatTimeOfDay } from '../platform/date-format.ts';
import { useIsBefore } from '../platform/is-before.ts';
import { useTimeLeft } from '../platform/time-left.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Pill } from '../ui/pill.tsx';
import { Author } from './author-line.tsx';
import type { CommandShares } from './command-shares.ts';
import {
  describeConfirmed,
  describeRestored,
  describeTargets,
  formatLeftOut,
  formatShareCount,
} from './describe-progress.ts';
import { FailedDevices, FailureReasons } from './failed-devices.tsx';
import { ProgressCells } from './progress-cells.tsx';
import styles from './strip.module.css';
import { Strip, type StripEdge } from './strip.tsx';

/** A command to few devices is sent long before. */
const APPEARS_AFTER_MS = 2000;

type ProgressStripProps = {
  command: WholeCommand;
  shares: CommandShares;
  /** When the page was last told something (epoch ms), if the link to the server is cut; else null. */
  cutSince: number | null;
  /** True when nothing can be sent now; a stop sends nothing. */
  disabled: boolean;
  /** False when the server said that nothing is left to restore. */
  restorable: boolean;
  onRetry: () => void;
  onRestore: () => void;
  onStop: () => void;
  onClose: () => void;
};

/** How far a command is, device by device, the same for everyone who may see them. */
export function ProgressStrip({ command, shares, cutSince, ...props }: ProgressStripProps) {
  const isCut = cutSince !== null;
  const { failed, waiting, confirmed, total } = shares;
  const actions = useActions({ command, failed: failed.length, ...props });
  const took = confirmed.length === total ? describeConfirmed(command) : null;
  return (
    <Strip
      edge={edgeOf(shares, isCut)}
      label={waiting.length > 0 ? 'Comando in corso' : 'Ultimo comando'}
      stale={isCut}
      onClose={props.onClose}
      head={<Count command={command} shares={shares} isCut={isCut} />}
      line={
        <Rest isCut={isCut} cutSince={cutSince} shares={shares} took={took}>
          {command.username}, {formatTimeOfDay(Date.parse(command.createdAt))}
        </Rest>
      }
      actions={isCut ? undefined : actions}
    >
      <ProgressCells shares={shares} />
      {waiting.length === 0 && <FailureReasons failed={failed} />}
      <By command={command} took={took} />
    </Strip>
  );
}

type RestProps = Pick<ProgressStripProps, 'shares' | 'cutSince'> & {
  isCut: boolean;
  took: string | null;
  children: ReactNode;
};

/** What the line says besides the count: what is still awaited, who failed, or who asked. */
function Rest({ isCut, cutSince, shares, took, children }: RestProps) {
  if (isCut) {
    return (
      <p className={styles.by}>
        <b>Esito da rileggere.</b> Ultima notizia alle {cutSince === null ? '' : formatTimeOfDay(cutSince)}.
      </p>
    );
  }
  if (shares.waiting.length > 0) return <ProgressCells shares={shares} />;
  return (
    <>
      {shares.failed.length > 0 ? <FailedDevices failed={shares.failed} /> : <p>{took}</p>}
      <p>{children}</p>
    </>
  );
}

function edgeOf({ changed, failed }: CommandShares, isCut: boolean): StripEdge {
  if (isCut) return 'quiet';
  return failed.length + changed.length > 0 ? 'bad' : 'good';
}

function Count({
  command,
  shares,
  isCut,
}: Pick<ProgressStripProps, 'command' | 'shares'> & { isCut: boolean }) {
  const { confirmed, changed, failed, superseded, stopped, waiting, total } = shares;
  const isRestore = command.origin === 'ripristino';
  return (
    <>
      {isRestore ? (
        <Icon name="undo" />
      ) : (
        <ColorTag status={command.value} as={isCut ? 'hatched' : 'solid'} small />
      )}
      <p className={styles.count}>
        {isRestore && 'Ripristino '}
        {confirmed.length}/{total} confermati
      </p>
      {isCut && <Pill kind="stale">Non aggiornato</Pill>}
      {!isCut && changed.length > 0 && (
        <Pill kind="unequal">{formatShareCount('changed', changed.length)}</Pill>
      )}
      {!isCut && failed.length > 0 && <Pill kind="err">{formatShareCount('failed', failed.length)}</Pill>}
      {!isCut && superseded.length > 0 && (
        <Pill kind="off">{formatShareCount('superseded', superseded.length)}</Pill>
      )}
      {!isCut && stopped.length > 0 && <Pill kind="off">{formatShareCount('stopped', stopped.length)}</Pill>}
      {!isCut && waiting.length > 0 && <Pill kind="wait">{formatShareCount('waiting', waiting.length)}</Pill>}
      {command.origin === 'pianificazione' && (
        <Pill kind="off" icon="calendar">
          Pianificazione
        </Pill>
      )}
    </>
  );
}

/** Who gave the command; of a restore also to which colors it goes back and whom it leaves out. */
function By({ command, took }: { command: WholeCommand; took: string | null }) {
  return (
    <p className={styles.by}>
      {command.origin === 'ripristino' && (
        <>
          {describeRestored(command)}. {formatLeftOut(command.leftOut)}{' '}
        </>
      )}
      <Author command={command} />
      {describeTargets(command)}
      {took !== null && `, ${took}`}
    </p>
  );
}

type ActionsProps = Pick<
  ProgressStripProps,
  'command' | 'disabled' | 'restorable' | 'onRetry' | 'onRestore' | 'onStop'
> & { failed: number };

/** What can be done now, the most urgent first. */
function useActions({ command, failed, disabled, restorable, ...acts }: ActionsProps): ReactNode[] {
  const { createdAt, origin } = command;
  const isYoung = useIsBefore(Date.parse(createdAt) + APPEARS_AFTER_MS);
  const restoreLeft = useTimeLeft(Date.parse(createdAt) + RESTORE_WITHIN_MS, RESTORE_WITHIN_MS);
  const actions: ReactNode[] = [];
  if (!isYoung && hasUnsent(command)) {
    // What waits for a broker that is away can be stopped as well.
    actions.push(
      <Button key="stop" variant="outline" size="small" onClick={acts.onStop}>
        <Icon name="close" small />
        Ferma l’invio
      </Button>,
    );
  }
  if (failed > 0) {
    actions.push(
      <Button
        key="retry"
        variant="outline"
        size="small"
        aria-label="Riprova i falliti"
        disabled={disabled}
        onClick={acts.onRetry}
      >
        <Icon name="retry" small />
        Riprova
      </Button>,
    );
  }
  // A restore is not itself undone.
  if (restorable && origin !== 'ripristino' && restoreLeft !== null) {
    actions.push(
      <Button key="restore" variant="outline" size="small" disabled={disabled} onClick={acts.onRestore}>
        <Icon name="undo" small />
        Ripristina <span className="muted">{restoreLeft}</span>
      </Button>,
    );
  }
  return actions;
}

function hasUnsent({ deliveries, total }: WholeCommand): boolean {
  return deliveries.length < total || deliveries.some(({ state }) => state === 'accettato');
}
