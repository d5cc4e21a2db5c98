import type { Approval } from '@semaforo/contract/api/approvals';
import {
  APPROVAL_SHOWN_MS,
  APPROVAL_WITHIN_MS,
  approvalState,
} from '@semaforo/contract/domain/approval-rules';
import { counted } from '@semaforo/contract/domain/italian';
import { useState, useSyncExternalStore } from 'react';
import { ColorTag } from '../../lamps/color-tag.tsx';
import { formatInstant, formatTimeOfDay } from '../../platform/date-format.ts';
import { everySecond } from '../../platform/every-second.ts';
import { useIsBefore } from '../../platform/is-before.ts';
import { serverNow } from '../../platform/server-clock.ts';
import { useTimeLeft } from '../../platform/time-left.ts';
import { Button } from '../../ui/button.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { LiveRegion } from '../../ui/live-region.tsx';
import styles from '../strip.module.css';
import { Strip } from '../strip.tsx';
import { useApprovals, useDecideApproval } from './approvals.queries.ts';
import { describeEnd, describeRequested } from './describe-approval.ts';

/** What waits for a second person, for everyone who may see it, and how the last such request ended. */
export function ApprovalStrips({ blocked }: { blocked: boolean }) {
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
        <WaitingStrip key={approval.id} approval={approval} blocked={blocked} />
      ))}
      {shown && (
        <EndedStrip
          approval={shown}
          state={stateOf(shown)}
          onClose={() => setClosed([...closed, shown.id])}
        />
      )}
    </>
  );
}

function WaitingStrip({ approval, blocked }: { approval: Approval; blocked: boolean }) {
  const left = useTimeLeft(Date.parse(approval.expires_at), APPROVAL_WITHIN_MS);
  const { decide, busy, failure } = useDecideApproval();
  const act = (confirmed: boolean) => {
    if (!busy) decide({ id: approval.id, confirmed });
  };
  return (
    <Strip
      edge="sending"
      label="Serve una seconda persona"
      head={
        <>
          <ColorTag status={approval.color} as="requested" small />
          <p className={styles.count}>Serve una seconda persona</p>
          <span className={`muted small ${layoutStyles.push}`}>ancora {left}</span>
        </>
      }
    >
      <div className={styles.foot}>
        <p className={styles.by}>
          {describeRequested(approval, formatTimeOfDay(Date.parse(approval.asked_at)))}
          {approval.execute_at !== null && ` Per ${formatInstant(approval.execute_at, serverNow())}.`}{' '}
          <b>Nessuna lampada è ancora cambiata.</b>
        </p>
        {failure && (
          <p className={styles.by} role="alert">
            {failure}
          </p>
        )}
        <div className={styles.acts}>
          {approval.may_confirm && (
            <Button size="small" disabled={blocked} aria-disabled={busy} onClick={() => act(true)}>
              Conferma rosso
            </Button>
          )}
          <Button
            size="small"
            variant="outline"
            disabled={blocked}
            aria-disabled={busy}
            onClick={() => act(false)}
          >
            {approval.mine ? 'Ritira la richiesta' : 'Rifiuta'}
          </Button>
        </div>
      </div>
      <LiveRegion
        sentence={`Serve una seconda persona: rosso su ${counted(approval.total, ['semaforo', 'semafori'])}, chiesto da ${approval.asked_by}`}
      />
    </Strip>
  );
}

type EndedProps = { approval: Approval; state: Approval['state']; onClose: () => void };

function EndedStrip({ approval, state, onClose }: EndedProps) {
  const isRecent = useIsBefore(Date.parse(approval.expires_at) + APPROVAL_SHOWN_MS);
  if (!isRecent) return null;
  const { title, sentence } = describeEnd(approval, state);
  return (
    <Strip edge="bad" label={title} onClose={onClose} head={<p className={styles.count}>{title}</p>}>
      <p className={styles.by} role="status">
        {sentence} <b>Nessuna lampada è cambiata.</b>
      </p>
    </Strip>
  );
}
