import type { Approval } from '@semaforo/contract/api/approvals';
import {
  APPROVAL_SHOWN_MS,
  APPROVAL_WITHIN_MS,
  approvalState,
} from '@semaforo/contract/domain/approval-rules';
import { useState, useSyncExternalStore } from 'react';
import { formatInstant, formatTimeOfDay } from '../../platform/date-format.ts';
import { everySecond } from '../../platform/every-second.ts';
import { useIsBefore } from '../../platform/is-before.ts';
import { serverNow } from '../../platform/server-clock.ts';
import { useTimeLeft } from '../../platform/time-left.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Line } from '../../ui/line.tsx';
import { useApprovals, useDecideApproval } from './approvals.queries.ts';
import { describeEnd, describeRequested } from './describe-approval.ts';

/** What waits for a second person, for everyone who may see it, and how the last such request ended. */
export function ApprovalLines({ blocked }: { blocked: boolean }) {
  const approvals = useApprovals();
  const [closed, setClosed] = useState<readonly number[]>([]);
  const stateOf = ({ state, expires_at }: Approval) =>
    approvalState(state, Date.parse(expires_at), serverNow());
  // Drawn again when one of them expires.
  useSyncExternalStore(everySecond, () => approvals.map(stateOf).join());
  const waiting = approvals.filter((approval) => stateOf(approval) === 'in attesa');
  // A confirmed one is a command with a strip of its own, a superseded one has another beside it.
  const ended = approvals.find((approval) => ['rifiutata', 'scaduta'].includes(stateOf(approval)));
  const shown =
    ended && ended.id >= (approvals[0]?.id ?? 0) && !closed.includes(ended.id) ? ended : undefined;
  return (
    <>
      {waiting.map((approval) => (
        <WaitingLine key={approval.id} approval={approval} blocked={blocked} />
      ))}
      {shown && (
        <EndedLine approval={shown} state={stateOf(shown)} onClose={() => setClosed([...closed, shown.id])} />
      )}
    </>
  );
}

function WaitingLine({ approval, blocked }: { approval: Approval; blocked: boolean }) {
  const left = useTimeLeft(Date.parse(approval.expires_at), APPROVAL_WITHIN_MS);
  const { decide, busy, failure } = useDecideApproval();
  const act = (confirmed: boolean) => {
    if (!busy) decide({ id: approval.id, confirmed });
  };
  return (
    <Line
      kind="second"
      label="Serve una seconda persona"
      mark={<Icon name="group" />}
      title={
        <>
          <span role="alert">Serve una seconda persona</span> · ancora {left}
        </>
      }
      actions={
        <>
          <Button disabled={blocked} aria-disabled={busy} onClick={() => act(false)}>
            {approval.mine ? 'Ritira la richiesta' : 'Rifiuta'}
          </Button>
          {approval.may_confirm && (
            <Button data-main="" disabled={blocked} aria-disabled={busy} onClick={() => act(true)}>
              Conferma rosso
            </Button>
          )}
        </>
      }
    >
      {failure ? (
        <b role="alert">{failure}</b>
      ) : (
        <>
          {describeRequested(approval, formatTimeOfDay(Date.parse(approval.asked_at)))}
          {approval.execute_at !== null && ` Per ${formatInstant(approval.execute_at, serverNow())}.`} Nessuna
          lampada è ancora cambiata.
        </>
      )}
    </Line>
  );
}

type EndedProps = { approval: Approval; state: Approval['state']; onClose: () => void };

function EndedLine({ approval, state, onClose }: EndedProps) {
  const isRecent = useIsBefore(Date.parse(approval.expires_at) + APPROVAL_SHOWN_MS);
  if (!isRecent) return null;
  const { title, sentence } = describeEnd(approval, state);
  return (
    <Line
      kind="warn"
      label={title}
      mark={<Icon name="group" />}
      title={<span role="status">{title}</span>}
      actions={<Button onClick={onClose}>Chiudi</Button>}
    >
      {sentence} Nessuna lampada è cambiata.
    </Line>
  );
}
