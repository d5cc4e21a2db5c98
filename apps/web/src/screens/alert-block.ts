import type { LinkState } from '../live/link-state.ts';

/** Why no alert can be decided now; null when it can: a broker that is away stops no decision. */
export function alertBlock(link: LinkState, onlyReads: boolean): string | null {
  if (onlyReads) return 'Il tuo compito è leggere: le allerte le decide chi comanda o dirige.';
  return !link.up && link.down === 'socket'
    ? 'Le allerte si decidono quando il collegamento riprende.'
    : null;
}
