import type { Approval } from '@semaforo/contract/api/approvals';
import { counted } from '@semaforo/contract/domain/italian';

const NAMED_AT_MOST = 3;
const WHAT: Record<Approval['kind'], string> = {
  comando: 'Rosso',
  pianificazione: 'Pianificazione di rosso',
  piano: 'Piano ricorrente di rosso',
};

/** 'Rosso su 3 semafori: Ponte, Scuola, Diga. Chiesto da valdombra alle 20:33:12.' */
export function describeRequested(approval: Approval, at: string): string {
  const { devices, total } = approval;
  const named = devices.slice(0, NAMED_AT_MOST).join(', ');
  const others = total - Math.min(devices.length, NAMED_AT_MOST);
  const names = others > 0 ? `${named} … e altri ${others}` : named;
  const author = approval.mine ? 'Lo hai chiesto tu' : `Chiesto da ${approval.asked_by}`;
  return `${WHAT[approval.kind]} su ${counted(total, ['semaforo', 'semafori'])}: ${names}. ${author} alle ${at}.`;
}

/** How a request ended without a command. */
export function describeEnd(
  approval: Approval,
  state: Approval['state'],
): { title: string; sentence: string } {
  const what = `${WHAT[approval.kind]} su ${counted(approval.total, ['semaforo', 'semafori'])}`;
  if (state === 'scaduta') {
    return {
      title: 'Richiesta scaduta',
      sentence: `${what}, chiesto da ${approval.asked_by}: nessuno ha confermato in 2 minuti.`,
    };
  }
  const isWithdrawn = approval.decided_by === approval.asked_by;
  return {
    title: isWithdrawn ? 'Richiesta ritirata' : 'Richiesta rifiutata',
    sentence: isWithdrawn
      ? `${what}: ${approval.asked_by} ha ritirato la richiesta.`
      : `${what}, chiesto da ${approval.asked_by}: rifiutato da ${approval.decided_by ?? '?'}.`,
  };
}
