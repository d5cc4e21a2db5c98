import { Pill } from '../ui/pill.tsx';
import { useBotStatus } from './use-bot-status.ts';

/** 'Attivo' or 'Non attivo'; nothing until first known. */
export function BotPill() {
  const running = useBotStatus();
  if (running === undefined) return null;
  return running ? <Pill kind="ok">Attivo</Pill> : <Pill kind="off">Non attivo</Pill>;
}
