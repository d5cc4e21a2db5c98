import { useNavigate } from 'react-router';
import { colorsOpen } from '../commands/colors-open.ts';
import { CommandStrips } from '../commands/command-strips.tsx';
import { cutSinceOf, useLinkState } from '../live/link-state.ts';
import { useCurrentUser } from '../users/users.queries.ts';

/** The strip of the last command on the screens that have no place of their own for it. */
export function FrameStrips({ always }: { always: boolean }) {
  const link = useLinkState();
  const username = useCurrentUser().data?.username;
  const navigate = useNavigate();
  return (
    <CommandStrips
      cutSince={cutSinceOf(link)}
      blocked={!link.up}
      username={username}
      always={always}
      onSetAgain={() => {
        colorsOpen.set(true);
        void navigate('/dashboard');
      }}
    />
  );
}
