import styles from './catalogue.module.css';
import { ControlBlocks } from './control-blocks.tsx';
import { LampBlocks } from './lamp-blocks.tsx';
import { MarkBlocks } from './mark-blocks.tsx';
import { MessageBlocks } from './message-blocks.tsx';
import { StripBlocks } from './strip-blocks.tsx';
import { TableBlocks } from './table-blocks.tsx';

const THEMES = ['light', 'dark'] as const;

/** Every block of `ui`, each device and the strip of a command, in each state, light and dark; never in the build. */
export function Catalogue() {
  return THEMES.map((theme) => (
    <main key={theme} className={styles.theme} data-theme={theme} aria-label={theme}>
      <h1>ui, {theme}</h1>
      <ControlBlocks />
      <MessageBlocks />
      <MarkBlocks />
      <StripBlocks />
      <TableBlocks />
      <LampBlocks />
    </main>
  ));
}
