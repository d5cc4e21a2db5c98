import { Tag } from './tag.tsx';

/** Marks a device on which people work. */
export function MaintenanceTag({ small = true }: { small?: boolean }) {
  return (
    <Tag kind="maintenance" small={small}>
      MANUTENZIONE
    </Tag>
  );
}
