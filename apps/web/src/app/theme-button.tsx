import { usePageChoice } from '../platform/page-choice.ts';
import { Icon } from '../ui/icon.tsx';
import { darkTheme } from './theme.ts';

/** Turns the dark theme on and off. */
export function ThemeButton({ className }: { className?: string | undefined }) {
  const dark = usePageChoice(darkTheme);
  return (
    <button
      type="button"
      className={className}
      aria-label="Tema scuro"
      aria-pressed={dark}
      onClick={darkTheme.toggle}
    >
      <Icon name="moon" />
    </button>
  );
}
