import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useAlerts } from '../alerts/alerts.queries.ts';
import { colorsOpen } from '../commands/colors-open.ts';
import { alertOn, consequenceOf } from '../commands/consequence.ts';
import type { GroupDialogProps } from '../commands/members.ts';
import { useSendCommand } from '../commands/use-send-command.ts';
import { useLinkState } from '../live/link-state.ts';
import { useShortcuts } from '../platform/shortcuts.ts';
import { useStore } from '../platform/store.ts';
import { useOnlyReads } from '../users/users.queries.ts';
import { useRequestedComuni } from './use-asked-comuni.tsx';
import { ONLY_READS } from './use-command-block.ts';
import { useHoldForRosso } from './use-hold-for-rosso.ts';
import type { ScreenTargets } from './use-targets.ts';

/** What cannot be done now, and when it can be again. A broker that is down does not keep a plan from being made. */
const BLOCKS = {
  socket: 'Imposta e Pianifica tornano quando il collegamento riprende',
  broker: 'Imposta torna disponibile quando MQTT è connesso',
};

export type DashboardCommanding = ReturnType<typeof useDashboardCommands>;

/**
 * What 'Imposta' and 'Pianifica' do, wherever they are drawn: what is open, why a button is off, whom a press reaches.
 * `closesOnPick`: the colors cover the lamps, and close once one is picked.
 */
export function useDashboardCommands(targets: ScreenTargets, { closesOnPick }: { closesOnPick: boolean }) {
  const link = useLinkState();
  const onlyReads = useOnlyReads();
  const planBlocked = onlyReads || (!link.up && link.down === 'socket');
  const linkBlock = link.up ? null : BLOCKS[link.down];
  const block = onlyReads ? ONLY_READS : linkBlock;
  const sending = useSendCommand();
  const open = useStore(colorsOpen);
  const [formOpen, setFormOpen] = useState(false);
  const [groupsStart, openGroups] = useState<GroupDialogProps['start']>();
  const [scheduled, setScheduled] = useState(false);
  const colorOpener = useRef<HTMLButtonElement>(null);
  const formOpener = useRef<HTMLButtonElement>(null);
  const id = useId();
  const { question, ask } = useRequestedComuni(targets.reach);
  const { alerts } = useAlerts();
  const signals = useTargetSignals(targets);
  const hold = useHoldForRosso(targets);

  // When commands are possible again, or the page is opened again, sending one takes two deliberate steps.
  const blocked = block !== null;
  useEffect(() => {
    if (blocked) colorsOpen.set(false);
    return () => colorsOpen.set(false);
  }, [blocked]);

  // Opened by a button that goes, as 'Imposta di nuovo' does: the keyboard goes on here.
  useEffect(() => {
    if (open) colorOpener.current?.focus();
  }, [open]);

  const toggleColors = () => {
    setFormOpen(false);
    colorsOpen.set(!open);
  };
  const toggleForm = () => {
    colorsOpen.set(false);
    setFormOpen(!formOpen);
  };
  useShortcuts((key) => {
    if (key === 'i' && !blocked) toggleColors();
    else if (key === 'p' && !planBlocked) toggleForm();
    else if (key === 'escape' && (open || formOpen)) {
      colorsOpen.set(false);
      setFormOpen(false);
      (open ? colorOpener : formOpener).current?.focus();
    } else return false;
    return true;
  });

  function closeForm() {
    setFormOpen(false);
    formOpener.current?.focus();
  }

  return {
    targets,
    block,
    planBlocked,
    open: open && !blocked,
    formOpen,
    groupsStart,
    openGroups,
    closeGroups: () => openGroups(undefined),
    scheduled,
    colorOpener,
    formOpener,
    reachId: `${id}-reach`,
    blockId: `${id}-block`,
    question,
    hold,
    /** The alert in course that a color may override. */
    alert: alertOn(signals, alerts),
    consequenceOf: (color: SignalColor) => consequenceOf(color, signals, alerts),
    locked: sending.locked,
    nobody: !targets.ready || targets.targets.length === 0,
    toggleColors,
    toggleForm,
    closeForm,
    pick: (color: SignalColor) => {
      const deviceIds = new Set(targets.targets.map((device) => device.id));
      const send = () => {
        sending.sendColor(color, { whom: targets.named, deviceIds });
        if (!closesOnPick) return;
        colorsOpen.set(false);
        colorOpener.current?.focus();
      };
      ask({ act: 'send', color }, send);
    },
    askToSchedule: (color: SignalColor, send: () => void) => ask({ act: 'schedule', color }, send),
    onScheduled: () => {
      setScheduled(true);
      closeForm();
    },
    forgetScheduled: () => setScheduled(false),
  };
}

/** The signals that the next command reaches, with what they show. */
function useTargetSignals({ devices, targets }: ScreenTargets) {
  return useMemo(() => {
    const reached = new Set(targets.map(({ id }) => id));
    return devices.filter(({ id }) => reached.has(id));
  }, [devices, targets]);
}
