import { usePageChoice } from '../platform/page-choice.ts';
import { Icon } from '../ui/icon.tsx';
import { darkTheme } from './theme.ts';

type ThemeButtonProps = { label: string; className?: string | undefined; inWords?: boolean };

/** Turns the dark theme on and off; its label is read out, or written beside its sign. */
export function ThemeButton({ label, className, inWords = false }: ThemeButtonProps) {
  const dark = usePageChoice(darkTheme);
  return (
    <button
      type="button"
      className={className}
      aria-label={inWords ? undefined : label}
      aria-pressed={dark}
      onClick={darkTheme.toggle}
    >
      <Icon name="moon" />
      {inWords && label}
    </button>
  );
}
