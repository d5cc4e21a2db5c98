import type { Group } from '@semaforo/contract/api/groups';
import type { Targets } from '@semaforo/contract/domain/targets';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Icon } from '../ui/icon.tsx';
import layoutStyles from '../ui/layout.module.css';
import { UserText } from '../ui/user-text.tsx';
import styles from './groups.module.css';
import type { GroupDialogProps } from './members.ts';

type TargetChipsProps = {
  whom: Targets;
  onChoose: (targets: Targets) => void;
  /** How many devices of the type there are, and how many of those chosen one by one. */
  total: number;
  selected: number;
  /** The groups to offer, and how many devices of the type each has. */
  groups: readonly { group: Group; count: number }[];
  /** True for a user who sees several Comuni: a group is named with its own. */
  withComune: boolean;
  /** Opens the dialog of the groups, on a new one or on all of them. */
  onOpenGroups: (start: GroupDialogProps['start']) => void;
};

/** 'A chi': the next command is for all, for a group, or for the devices chosen one by one. */
export function TargetChips(props: TargetChipsProps) {
  const { whom, onChoose, total, selected, groups, withComune, onOpenGroups } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: chips are buttons, not the fields of a fieldset
    <div className={styles.whom} role="group" aria-label="A chi">
      <span className={styles.title} aria-hidden="true">
        A chi
      </span>
      <Chip pressed={whom.kind === 'tutti'} onClick={() => onChoose({ kind: 'tutti' })}>
        Tutti {total}
      </Chip>
      {whom.kind === 'scelti' ? (
        <Chip pressed onClick={() => undefined}>
          Selezione {selected}
        </Chip>
      ) : (
        <Chip onClick={() => onChoose({ kind: 'scelti', deviceIds: [] })}>Scegli…</Chip>
      )}
      {groups.map(({ group, count }) => (
        <Chip
          key={group.id}
          pressed={whom.kind === 'gruppo' && whom.groupId === group.id}
          onClick={() => onChoose({ kind: 'gruppo', groupId: group.id })}
        >
          <Icon name="group" small />
          <span className={styles.groupName}>
            <UserText>{withComune ? `${group.name} · ${group.username}` : group.name}</UserText>
          </span>{' '}
          {count}
        </Chip>
      ))}
      <Chip onClick={() => onOpenGroups('new')}>Nuovo gruppo…</Chip>
      {groups.length > 0 && (
        <span className={layoutStyles.push}>
          <Button variant="link" onClick={() => onOpenGroups('all')}>
            Gestisci i gruppi
          </Button>
        </span>
      )}
    </div>
  );
}
