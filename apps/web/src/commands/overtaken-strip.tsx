import type { WholeCommand } from '../api/last-command.ts';
import { ColorTag } from '../lamps/color-tag.tsx';
import { Icon } from '../ui/icon.tsx';
import { Pill } from '../ui/pill.tsx';
import { Author } from './author-line.tsx';
import type { CommandShares } from './command-shares.ts';
import styles from './strip.module.css';
import { Strip } from './strip.tsx';

type OvertakenStripProps = {
  command: WholeCommand;
  shares: CommandShares;
  /** The command that took its place. */
  by: WholeCommand;
};

/** A command that a newer one overtook before it had ended, for the eyes of whoever gave it. */
export function OvertakenStrip({ command, shares, by }: OvertakenStripProps) {
  return (
    <Strip
      edge="quiet"
      label="Comando superato"
      head={
        <>
          {command.origin === 'ripristino' ? <Icon name="undo" /> : <ColorTag status={command.value} small />}
          <p className={styles.count}>Superato</p>
          <Pill kind="off">
            {shares.confirmed.length}/{shares.total} confermati prima
          </Pill>
        </>
      }
      line={
        <p className={styles.by}>
          da {by.value?.toUpperCase() ?? 'Ripristino'}, <Author command={by} lowerCase />
        </p>
      }
    />
  );
}
