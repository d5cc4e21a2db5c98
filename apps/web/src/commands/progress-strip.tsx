import { RESTORE_WITHIN_MS } from '@semaforo/contract/domain/command-rules';
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
import { FailedDevices } from './failed-devices.tsx';
import { ProgressCells } from './progress-cells.tsx';
import styles from './strip.module.css';
import { Strip, type StripEdge } from './strip.tsx';

/** A command to few devices is sent long before. */
const APPEARS_AFTER_MS = 2000;

type StopButtonProps = { command: WholeCommand; disabled: boolean; onStop: () => void };

type ProgressStripProps = {
  command: WholeCommand;
  shares: CommandShares;
  /** When the page was last told something (epoch ms), if the link to the server is cut; else null. */
  cutSince: number | null;
  /** True when nothing can be sent now. */
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
  return (
    <Strip
      edge={edgeOf(shares, isCut)}
      label={shares.waiting.length > 0 ? 'Comando in corso' : 'Ultimo comando'}
      stale={isCut}
      onClose={props.onClose}
      head={<Count command={command} shares={shares} isCut={isCut} />}
    >
      <ProgressCells shares={shares} />
      {isCut ? (
        <p className={styles.by}>
          <b>Esito da rileggere.</b> Ultima notizia alle {formatTimeOfDay(cutSince)}.
        </p>
      ) : (
        <div className={styles.foot}>
          {shares.waiting.length === 0 && <FailedDevices key={command.newestId} failed={shares.failed} />}
          <By command={command} shares={shares} />
          <Actions command={command} failed={shares.failed.length} {...props} />
        </div>
      )}
    </Strip>
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
function By({ command, shares }: Pick<ProgressStripProps, 'command' | 'shares'>) {
  const isDone = shares.confirmed.length === shares.total;
  const took = isDone ? describeConfirmed(command) : null;
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
>;

function Actions({
  command,
  failed,
  disabled,
  restorable,
  onRetry,
  onRestore,
  onStop,
}: ActionsProps & { failed: number }) {
  // A restore is not itself undone.
  const canRestore = restorable && command.origin !== 'ripristino';
  return (
    <div className={styles.acts}>
      <StopButton command={command} disabled={disabled} onStop={onStop} />
      {failed > 0 && (
        <Button size="small" disabled={disabled} onClick={onRetry}>
          <Icon name="retry" small />
          Riprova i falliti
        </Button>
      )}
      {canRestore && (
        <RestoreButton createdAt={command.createdAt} disabled={disabled} onRestore={onRestore} />
      )}
    </div>
  );
}

type RestoreButtonProps = { createdAt: string; disabled: boolean; onRestore: () => void };

/** 'Ripristina' with the time left; it disappears when the time is over. */
function RestoreButton({ createdAt, disabled, onRestore }: RestoreButtonProps) {
  const until = Date.parse(createdAt) + RESTORE_WITHIN_MS;
  const left = useTimeLeft(until, RESTORE_WITHIN_MS);
  if (left === null) return null;
  return (
    <Button variant="outline" size="small" disabled={disabled} onClick={onRestore}>
      <Icon name="undo" small />
      Ripristina <span className="muted">{left}</span>
    </Button>
  );
}

/** 'Ferma l’invio', while devices are known that nothing may have been sent to. */
function StopButton({ command, disabled, onStop }: StopButtonProps) {
  const isYoung = useIsBefore(Date.parse(command.createdAt) + APPEARS_AFTER_MS);
  if (isYoung || !hasUnsent(command)) return null;
  return (
    <Button variant="outline" size="small" disabled={disabled} onClick={onStop}>
      <Icon name="close" small />
      Ferma l’invio
    </Button>
  );
}

function hasUnsent({ deliveries, total }: WholeCommand): boolean {
  return deliveries.length < total || deliveries.some(({ state }) => state === 'accettato');
}
