import { RESTORE_WITHIN_MS } from '@semaforo/contract/domain/command-rules';
import { hasFailed } from '@semaforo/contract/domain/delivery-state';
import { counted } from '@semaforo/contract/domain/italian';
import { lazy, Suspense } from 'react';
import type { WholeCommand } from '../api/last-command.ts';
import { useLastCommand, useOtherFailures } from '../api/use-last-command.ts';
import { useIsBefore } from '../platform/is-before.ts';
import { LiveRegion } from '../ui/live-region.tsx';
import { useClosedCommand } from './closed-command.ts';
import { type CommandShares, sharesOf } from './command-shares.ts';
import { spokenSentence } from './describe-command-request.ts';
import { FailedStrip } from './failed-strip.tsx';
import { useLoweringQuestion } from './lowering/use-lowering-question.tsx';
import { NotSentStrip } from './not-sent-strip.tsx';
import { OvertakenStrip } from './overtaken-strip.tsx';
import { ProgressStrip } from './progress-strip.tsx';
import { SendingStrip } from './sending-strip.tsx';
import { useCommandShares } from './use-command-shares.ts';
import { useOpenCommandRequest } from './use-open-command-request.ts';
import { type CommandSending, useSendCommand } from './use-send-command.ts';

/** Rarely anything, and the first screen does without it. */
const LampTestStrips = lazy(async () => ({
  default: (await import('./lamptest/lamp-test-strips.tsx')).LampTestStrips,
}));

/** Only where a Comune wants a second person for rosso. */
const ApprovalStrips = lazy(async () => ({
  default: (await import('./approval/approval-strips.tsx')).ApprovalStrips,
}));

export type CommandStripsProps = {
  /** When the page was last told something (epoch ms), if the link to the server is cut; else null. */
  cutSince: number | null;
  /** True when nothing can be sent now. */
  blocked: boolean;
  /** Who is logged in, once that is known. */
  username: string | undefined;
  /** Shows the last command however old it is; otherwise a command that went well leaves after some minutes. */
  always?: boolean;
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
  const shown = isSending && (last?.newestId ?? 0) <= press.after ? null : last;
  return (
    <>
      <LiveRegion sentence={spokenSentence(isSending ? press : null, shares)} />
      <Suspense>
        <ApprovalStrips blocked={blocked} />
      </Suspense>
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
          always={props.always === true}
        />
      )}
      <Suspense>
        <LampTestStrips blocked={blocked} />
      </Suspense>
      {cutSince === null && <OtherFailures />}
    </>
  );
}

/** The strips of a screen would push everything else off it. */
const MOST_OTHER_FAILURES = 2;

/** What failed besides the last command to the signals, until it is closed. */
function OtherFailures() {
  const { isClosed, close } = useClosedCommand();
  const open = useOtherFailures().filter((command) => !isClosed(command, failedCount(command)));
  const others = open.length - MOST_OTHER_FAILURES;
  return (
    <>
      {open.slice(0, MOST_OTHER_FAILURES).map((command) => (
        <FailedStrip
          key={command.commandId}
          command={command}
          onClose={() => close(command, failedCount(command))}
        />
      ))}
      {others > 0 && (
        <p className="muted small">
          … e {counted(others, ['altro comando non confermato', 'altri comandi non confermati'])}
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
  always: boolean;
};

function SharedStrip(props: SharedStripProps) {
  const { command, shares, overtaken, cutSince, blocked, sending, always } = props;
  const { question, askIfLower } = useLoweringQuestion();
  const { isClosed, close } = useClosedCommand();
  const isRecent = useIsBefore(Date.parse(command.createdAt) + RESTORE_WITHIN_MS);
  const failed = shares.failed.length;
  const matters = always || isRecent || failed > 0 || shares.waiting.length > 0;
  if (!matters || isClosed(command, failed)) return null;
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
