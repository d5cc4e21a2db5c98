import type { Alert } from '@semaforo/contract/api/alerts';
import { ALERT_LABELS } from '@semaforo/contract/domain/alert-labels';
import { romeWallTime } from '@semaforo/contract/domain/rome-time';
import { lazy, Suspense, useEffect } from 'react';
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

/** Opened rarely: the first screen stays small. */
const GroupsDialog = lazy(async () => ({
  default: (await import('../commands/groups-dialog.tsx')).GroupsDialog,
}));

/** With it comes the library of forms: the first screen does without both. */
const ScheduleForm = lazy(async () => ({
  default: (await import('../scheduling/schedule-form.tsx')).ScheduleForm,
}));

type PartProps = { commanding: DashboardCommanding };

/** 'Imposta' and 'Pianifica'. */
export function OpenerButtons({ commanding }: PartProps) {
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
export function CommandReach({ commanding }: PartProps) {
  const { ready, reach, devices, targets } = commanding.targets;
  if (!ready) return null;
  return (
    <>
      <ReachSentence
        id={commanding.reachId}
        reach={reach}
        type="semaforo"
        none={devices.length === 0 ? 'Nessun semaforo assegnato' : 'Nessun semaforo scelto'}
      />
      <SendingTime reached={targets.length} />
    </>
  );
}

/** The four colors, while they are open; first what alert in course they would override. */
export function OpenColors({ commanding }: PartProps) {
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
export function OpenForm({ commanding }: PartProps) {
  if (!commanding.formOpen) return null;
  const { named, ready, targets } = commanding.targets;
  return (
    <Suspense>
      <ScheduleForm
        whom={named}
        reached={ready ? targets.length : 0}
        describedBy={commanding.reachId}
        onSend={commanding.askToSchedule}
        onCancel={commanding.closeForm}
        onScheduled={commanding.onScheduled}
      />
    </Suspense>
  );
}

/** That a plan was made, until it is closed. */
export function ScheduledAlert({ commanding }: PartProps) {
  if (!commanding.scheduled) return null;
  return (
    <Notice kind="success" closeLabel="Chiudi l’avviso" onClose={commanding.forgetScheduled}>
      Comando pianificato con successo
    </Notice>
  );
}

/** 'A chi'. */
export function DashboardTargets({ commanding }: PartProps) {
  const { targets } = commanding;
  return (
    <TargetChips
      whom={targets.whom}
      onChoose={targets.choose}
      total={targets.devices.length}
      selected={targets.ticked.size}
      groups={targets.groups}
      withComune={targets.comuni !== null}
      onOpenGroups={commanding.openGroups}
    />
  );
}

/** The dialog of the groups while it is open. Not drawn among the colors: when these close, what was typed stays. */
export function OpenGroups({ commanding }: PartProps) {
  return (
    commanding.groupsStart && <TargetGroupsDialog commanding={commanding} start={commanding.groupsStart} />
  );
}

/** Over the devices that the user sees. A new group begins with those that are ticked. */
function TargetGroupsDialog({ commanding, start }: PartProps & { start: GroupDialogProps['start'] }) {
  const { targets, colorOpener } = commanding;
  const candidates = useNamedDevices(targets.owners);
  // The chip that opened it, to which the focus goes back, may have gone with the colors.
  useEffect(
    () => () => {
      if (document.activeElement === document.body) colorOpener.current?.focus();
    },
    [colorOpener],
  );
  return (
    <Suspense>
      <GroupsDialog
        start={start}
        candidates={candidates}
        comuni={targets.comuni}
        ticked={targets.ticked}
        onSaved={(group) => targets.choose({ kind: 'gruppo', groupId: group.id })}
        onClose={commanding.closeGroups}
      />
    </Suspense>
  );
}
