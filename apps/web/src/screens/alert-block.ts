import type { LinkState } from '../live/link-state.ts';

/** Why no alert can be decided now; null when it can: a broker that is away stops no decision. */
export function alertBlock(link: LinkState): string | null {
  return !link.up && link.down === 'socket'
    ? 'Le allerte si decidono quando il collegamento riprende.'
    : null;
}
