import { ProgressStrip } from '../commands/progress-strip.tsx';
import { progressSentence } from '../commands/progress-words.ts';
import { useShownCommand } from '../commands/shown-command.ts';
import { useCommandProgress } from '../commands/use-command-progress.ts';
import type { CommandSending } from '../commands/use-send-command.ts';
import { ColourTag } from '../lamps/colour-tag.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { Tag } from '../ui/tag.tsx';
import { useCommandBlock } from './use-command-block.ts';

/** The strip of the last command, and the only polite live region of the page. */
export function DashboardProgress({ sending }: { sending: CommandSending }) {
  const { shown, close } = useShownCommand();
  const progress = useCommandProgress(shown);
  const blocked = useCommandBlock() !== null;
  const own = progress?.createdAt ? { commandId: progress.commandId, createdAt: progress.createdAt } : null;
  const undoes = shown?.undoable === true ? (shown.undoneWith ?? own) : null;
  return (
    <>
      <LiveRegion sentence={progress === null ? '' : progressSentence(progress.shares)} />
      {progress !== null && (
        <ProgressStrip
          progress={progress}
          tag={
            shown?.undoable === true ? (
              <ColourTag status={progress.value} small />
            ) : (
              <Tag kind="requested" small>
                RIPRISTINO
              </Tag>
            )
          }
          disabled={blocked || sending.locked}
          onRetry={() => sending.retry(progress.commandId, undoes)}
          undoes={undoes?.commandId === sending.unrestorable ? null : undoes}
          onRestore={sending.restore}
          onClose={close}
        />
      )}
    </>
  );
}
