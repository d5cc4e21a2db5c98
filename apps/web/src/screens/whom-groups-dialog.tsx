import { lazy, Suspense } from 'react';
import { useNamedDevices } from '../devices/list/use-named-devices.ts';
import type { GroupDialogProps } from '../groups/members.ts';
import type { ScreenWhom } from './use-whom.ts';

/** Opened rarely: the first screen stays small. */
const GroupsDialog = lazy(async () => ({
  default: (await import('../groups/groups-dialog.tsx')).GroupsDialog,
}));

/** The dialog of the groups, over the devices that the user sees. A new group begins with those that are ticked. */
export function WhomGroupsDialog({
  whom,
  ...props
}: Pick<GroupDialogProps, 'start' | 'onSaved' | 'onClose'> & {
  whom: Pick<ScreenWhom, 'owners' | 'comuni' | 'ticked'>;
}) {
  const candidates = useNamedDevices(whom.owners);
  return (
    <Suspense>
      <GroupsDialog {...props} candidates={candidates} comuni={whom.comuni} ticked={whom.ticked} />
    </Suspense>
  );
}
