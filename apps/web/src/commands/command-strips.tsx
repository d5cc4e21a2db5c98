import { RESTORE_WITHIN_MS } from '@semaforo/contract/domain/command-rules';
import { hasFailed } from '@semaforo/contract/domain/delivery-state';
import { counted } from '@semaforo/contract/domain/italian';
import { lazy, Suspense } from 'react';
import type { WholeCommand } from '../api/last-command.ts';
import { useLastCommand, useOtherFailures } from '../api/use-last-command.ts';
import { useIsBefore } from '../platform/is-before.ts';
import { LiveRegion } from '../ui/live-region.tsx';
import { useMediaQuery } from '../ui/use-media-query.ts';
import { useClosedCommand } from './closed-command.ts';
import { type CommandShares, sharesOf } from './command-shares.ts';
import { spokenSentence } from './describe-command-request.ts';
import { FailedStrip } from './failed-strip.tsx';
import { useLoweringQuestion } from './lowering/use-lowering-question.tsx';
import { NotSentStrip } from './not-sent-strip.tsx';
import { OvertakenStrip } from './overtaken-strip.tsx';
import { ProgressStrip } from './progress-strip.tsx';
import { SendingStrip } from './sending-strip.tsx';
import styles from './strip.module.css';
import { STRIP_IN_PAGE } from './strip-place.ts';
import { useCommandShares } from './use-command-shares.ts';
import { useOpenCommandRequest } from './use-open-command-request.ts';
import { type CommandSending, useSendCommand } from './use-send-command.ts';

/** Rarely anything, and the first screen does without it. */
const LampTestStrips = lazy(async () => ({
  default: (await import('./lamptest/lamp-test-strips.tsx')).LampTestStrips,
}));

export type CommandStripsProps = {
  /** When the page was last told something (epoch ms), if the link to the server is cut; else null. */
  cutSince: number | null;
  /** True when nothing can be sent now. */
  blocked: boolean;
  /** Who is logged in, once that is known. */
  username: string | undefined;
  /** A command that went well stays for as long as it can be undone; without it, for some seconds. */
  keepsRestorable?: boolean;
  /** Leads back to the colors. */
  onSetAgain: () => void;
};

/**
 * The last press on this page while it is no command yet, and the last command to the signals, whoever gave it: the
 * same for everyone who may see them, on every screen (docs/rules.md#last-command).
 */
export function CommandStrips(props: CommandStripsProps) {
  const { cutSince, blocked, username, onSetAgain } = props;
  const { last, overtaken } = useLastCommand();
  const shares = useCommandShares(last);
  const { press, close } = useOpenCommandRequest(last);
  // Here, where it stays: the strip of a command goes while what was pressed in it is under way.
  const sending = useSendCommand();
  const isSending = press !== null && press.failure === null;
  // While a press is under way, only a command that came after it stands beside it.
  const current = isSending && (last?.newestId ?? 0) <= press.after ? null : last;
  const shown = useStillShown(current, shares, props.keepsRestorable === true) ? current : null;
  const isWide = useMediaQuery(STRIP_IN_PAGE);
  return (
    <>
      <LiveRegion sentence={spokenSentence(isSending ? press : null, shares)} />
      {isSending && <SendingStrip press={press} username={username} />}
      {press !== null && press.failure !== null && (
        <NotSentStrip
          press={press}
          failure={press.failure}
          disabled={blocked}
          onSetAgain={() => {
            close();
            onSetAgain();
          }}
          onClose={close}
        />
      )}
      {shown !== null && shares !== null && (
        <SharedStrip
          command={shown}
          shares={shares}
          overtaken={overtaken}
          cutSince={cutSince}
          blocked={blocked}
          sending={sending}
        />
      )}
      <Suspense>
        <LampTestStrips blocked={blocked} />
      </Suspense>
      {cutSince === null && <OtherFailures most={isWide ? MOST_OTHER_FAILURES : Number(shown === null)} />}
    </>
  );
}

/** The strips of a screen would push everything else off it. */
const MOST_OTHER_FAILURES = 2;

/** What failed besides the last command to the signals, until it is closed. */
function OtherFailures({ most }: { most: number }) {
  const { isClosed, close } = useClosedCommand();
  const open = useOtherFailures().filter((command) => !isClosed(command, failedCount(command)));
  const others = open.length - most;
  return (
    <>
      {open.slice(0, most).map((command) => (
        <FailedStrip
          key={command.commandId}
          command={command}
          onClose={() => close(command, failedCount(command))}
        />
      ))}
      {others > 0 && (
        <p className={styles.more}>
          +{counted(others, ['altro comando non confermato', 'altri comandi non confermati'])}
        </p>
      )}
    </>
  );
}

function failedCount({ deliveries }: WholeCommand): number {
  return deliveries.filter(({ state }) => hasFailed(state)).length;
}

type SharedStripProps = Pick<CommandStripsProps, 'cutSince' | 'blocked'> & {
  command: WholeCommand;
  shares: CommandShares;
  overtaken: WholeCommand | null;
  sending: CommandSending;
};

/** So long a command that went well is told where the lamps are not, or there is little room. */
const TOLD_FOR_MS = 10_000;

/** True while a command is worth its line: what is awaited or failed stays until it is closed. */
function useStillShown(
  command: WholeCommand | null,
  shares: CommandShares | null,
  keepsRestorable: boolean,
): boolean {
  const { isClosed } = useClosedCommand();
  const createdAt = command ? Date.parse(command.createdAt) : 0;
  const until = keepsRestorable
    ? createdAt + RESTORE_WITHIN_MS
    : (command?.confirmedAt ?? createdAt) + TOLD_FOR_MS;
  const isRecent = useIsBefore(until);
  if (!command || !shares) return false;
  const { failed, changed, waiting } = shares;
  const matters = failed.length + changed.length + waiting.length > 0;
  return (matters || isRecent) && !isClosed(command, failed.length);
}

function SharedStrip(props: SharedStripProps) {
  const { command, shares, overtaken, cutSince, blocked, sending } = props;
  const { question, askIfLower } = useLoweringQuestion();
  const { close } = useClosedCommand();
  const isRecent = useIsBefore(Date.parse(command.createdAt) + RESTORE_WITHIN_MS);
  const failed = shares.failed.length;
  return (
    <>
      <ProgressStrip
        command={command}
        shares={shares}
        cutSince={cutSince}
        disabled={blocked || sending.locked}
        restorable={sending.unrestorable !== command.commandId}
        onRetry={() => {
          const again = command.deliveries.filter(({ state }) => hasFailed(state));
          askIfLower(again, () => sending.retry(command, failed));
        }}
        onRestore={() => {
          // Only the server knows what each showed before.
          const back = command.deliveries.map(({ deviceId }) => ({ deviceId, value: null }));
          askIfLower(back, () => sending.restore(command));
        }}
        onStop={() => sending.stop(command)}
        onClose={() => close(command, failed)}
      />
      {question}
      {overtaken !== null && isRecent && (
        <OvertakenStrip command={overtaken} shares={sharesOf(overtaken)} by={command} />
      )}
    </>
  );
}
