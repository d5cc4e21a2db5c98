import { useSyncExternalStore } from 'react';
import { everySecond } from '../platform/every-second.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import type { useWallSound } from './use-wall-sound.ts';

/** Whether a new problem sounds, and how to silence it. */
export function WallSound({ sound }: { sound: ReturnType<typeof useWallSound> }) {
  const { on, silentFor, silence, toggle, allow, isAllowed } = sound;
  const allowed = useSyncExternalStore(everySecond, () => !on || isAllowed());
  return (
    <>
      <Button variant="link" aria-pressed={on} onClick={toggle}>
        <Icon name={on && silentFor === null ? 'sound-on' : 'sound-off'} small />{' '}
        {on ? 'Suono attivo' : 'Suono spento'}
      </Button>
      {on && (
        <Button variant="link" onClick={silence}>
          {silentFor === null ? 'Silenzia 10 min: tasto S' : `Silenzio ancora ${silentFor}: tasto S`}
        </Button>
      )}
      {!allowed && (
        <Button variant="link" onClick={allow}>
          Il browser tiene muta la pagina: premi qui
        </Button>
      )}
    </>
  );
}
