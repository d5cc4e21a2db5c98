import type { Alert } from '@semaforo/contract/api/alerts';
import { ALERT_LABELS } from '@semaforo/contract/domain/alert-labels';
import { romeWallTime } from '@semaforo/contract/domain/rome-time';
import { lazy, type RefObject, Suspense, useEffect } from 'react';
import { ColorButtons } from '../commands/color-buttons.tsx';
import type { GroupDialogProps } from '../commands/members.ts';
import { ReachSentence } from '../commands/reach-sentence.tsx';
import { SendingTime } from '../commands/sending-time.tsx';
import { TargetChips } from '../commands/target-chips.tsx';
import { useNamedDevices } from '../devices/list/use-named-devices.ts';
import { capitalised } from '../lamps/color-labels.ts';
import { ColorMark } from '../lamps/color-mark.tsx';
import { Alert as Notice } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import styles from './dashboard.module.css';
import type { DashboardCommanding } from './use-dashboard-commands.tsx';
import type { ScreenTargets } from './use-targets.ts';

/** Opened rarely: the first screen stays small. */
const GroupsDialog = lazy(async () => ({
  default: (await import('../commands/groups-dialog.tsx')).GroupsDialog,
}));

/** With it comes the library of forms: the first screen does without both. */
const ScheduleForm = lazy(async () => ({
  default: (await import('../scheduling/schedule-form.tsx')).ScheduleForm,
}));

type PartProps = { commanding: DashboardCommanding; whom: ScreenTargets };

/** 'Imposta' and 'Pianifica'. */
export function OpenerButtons({ commanding }: { commanding: DashboardCommanding }) {
  const { block, blockId, open, formOpen, planBlocked } = commanding;
  return (
    <>
      <Button
        ref={commanding.colorOpener}
        aria-expanded={open}
        aria-describedby={block === null ? undefined : blockId}
        disabled={block !== null}
        onClick={commanding.toggleColors}
      >
        {!open && <Icon name="hand" />}
        {open ? 'Nascondi' : 'Imposta'}
      </Button>
      <Button
        ref={commanding.formOpener}
        variant="outline"
        aria-expanded={formOpen}
        aria-describedby={block === null ? undefined : blockId}
        disabled={planBlocked}
        onClick={commanding.toggleForm}
      >
        {!formOpen && <Icon name="calendar" />}
        {formOpen ? 'Chiudi' : 'Pianifica'}
      </Button>
    </>
  );
}

/** Whom a press reaches, and how long a large command takes. */
export function CommandReach({ commanding, whom }: PartProps) {
  if (!whom.ready) return null;
  return (
    <>
      <ReachSentence
        id={commanding.reachId}
        reach={whom.reach}
        type="semaforo"
        none={whom.devices.length === 0 ? 'Nessun semaforo assegnato' : 'Nessun semaforo scelto'}
      />
      <SendingTime reached={whom.targets.length} />
    </>
  );
}

/** The four colors, while they are open; first what alert in course they would override. */
export function OpenColors({ commanding }: { commanding: DashboardCommanding }) {
  if (!commanding.open) return null;
  return (
    <>
      {commanding.alert && <AlertInCourse alert={commanding.alert} />}
      <ColorButtons
        locked={commanding.locked}
        disabled={commanding.nobody}
        describedBy={commanding.reachId}
        hold={commanding.hold}
        consequenceOf={commanding.consequenceOf}
        onPick={commanding.pick}
      />
    </>
  );
}

function AlertInCourse({ alert }: { alert: Alert }) {
  const until = romeWallTime(Date.parse(alert.to)).time.slice(0, 5);
  return (
    <p className={styles.inCourse}>
      <ColorMark color={alert.color} />
      <span>
        <b>{capitalised(ALERT_LABELS[alert.color])} in corso.</b> Un colore diverso la scavalca fino alle{' '}
        {until}.
      </span>
    </p>
  );
}

/** The form that plans, while it is open. */
export function OpenForm({ commanding, whom }: PartProps) {
  if (!commanding.formOpen) return null;
  return (
    <Suspense>
      <ScheduleForm
        whom={whom.named}
        reached={whom.ready ? whom.targets.length : 0}
        describedBy={commanding.reachId}
        onSend={commanding.askToSchedule}
        onCancel={commanding.closeForm}
        onScheduled={commanding.onScheduled}
      />
    </Suspense>
  );
}

/** That a plan was made, until it is closed. */
export function ScheduledAlert({ commanding }: { commanding: DashboardCommanding }) {
  if (!commanding.scheduled) return null;
  return (
    <Notice kind="success" closeLabel="Chiudi l’avviso" onClose={commanding.forgetScheduled}>
      Comando pianificato con successo
    </Notice>
  );
}

/** 'A chi'. */
export function DashboardTargets({ commanding, whom }: PartProps) {
  return (
    <TargetChips
      whom={whom.whom}
      onChoose={whom.choose}
      total={whom.devices.length}
      selected={whom.ticked.size}
      groups={whom.groups}
      withComune={whom.comuni !== null}
      onOpenGroups={commanding.openGroups}
    />
  );
}

/** The dialog of the groups while it is open. Not drawn among the colors: when these close, what was typed stays. */
export function OpenGroups({ commanding, whom }: PartProps) {
  if (commanding.groupsStart === undefined) return null;
  return (
    <TargetGroupsDialog
      start={commanding.groupsStart}
      opener={commanding.colorOpener}
      onClose={commanding.closeGroups}
      whom={whom}
    />
  );
}

/** Over the devices that the user sees. A new group begins with those that are ticked. */
function TargetGroupsDialog({
  whom,
  opener,
  ...props
}: Pick<GroupDialogProps, 'start' | 'onClose'> & {
  whom: ScreenTargets;
  opener: RefObject<HTMLButtonElement | null>;
}) {
  const candidates = useNamedDevices(whom.owners);
  // The chip that opened it, to which the focus goes back, may have gone with the colors.
  useEffect(
    () => () => {
      if (document.activeElement === document.body) opener.current?.focus();
    },
    [opener],
  );
  return (
    <Suspense>
      <GroupsDialog
        {...props}
        candidates={candidates}
        comuni={whom.comuni}
        ticked={whom.ticked}
        onSaved={(group) => whom.choose({ kind: 'gruppo', groupId: group.id })}
      />
    </Suspense>
  );
}
