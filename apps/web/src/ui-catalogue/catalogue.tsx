import styles from './catalogue.module.css';
import { ControlBlocks } from './control-blocks.tsx';
import { MarkBlocks } from './mark-blocks.tsx';
import { MessageBlocks } from './message-blocks.tsx';
import { TableBlocks } from './table-blocks.tsx';

const THEMES = ['light', 'dark'] as const;

/** Every block of `ui` in each of its states, light and dark. For development only: the build does not include it. */
export function Catalogue() {
  return THEMES.map((theme) => (
    <main key={theme} className={styles.theme} data-theme={theme} aria-label={theme}>
      <h1>ui, {theme}</h1>
      <ControlBlocks />
      <MessageBlocks />
      <MarkBlocks />
      <TableBlocks />
    </main>
  ));
}
