import type { LampDeviceType } from '@semaforo/contract/domain/channels';
import { DEVICE_LABELS } from '@semaforo/contract/domain/device-labels';
import { counted, formatOthers } from '@semaforo/contract/domain/italian';
import { LOCALE } from '@semaforo/contract/domain/rome-time';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import { ColorMark } from '../lamps/color-mark.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { UserText } from '../ui/user-text.tsx';
import { UserTextList } from '../ui/user-text-list.tsx';
import styles from './groups.module.css';
import type { Reach } from './reach.ts';

const NAMES_IN_FULL = 5;
const COMUNI_IN_BUTTON = 3;
const VERBS = { send: ['Accendere', 'Accendi'], schedule: ['Pianificare', 'Pianifica'] } as const;
const inOneSentence = new Intl.ListFormat(LOCALE, { type: 'conjunction' });

/** React focuses before the dialog is open, and forgets the attribute by which the browser does so then. */
const focusFirst = (button: HTMLButtonElement | null) => button?.setAttribute('autofocus', '');

type ComuniQuestionProps = {
  act: keyof typeof VERBS;
  color: SignalColor;
  type: LampDeviceType;
  reach: Reach;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before a command that reaches more than one Comune: which, and which devices of each. */
export function ComuniQuestion({ act, color, type, reach, onConfirm, onCancel }: ComuniQuestionProps) {
  const { names, comuni } = reach;
  const [question, answer] = VERBS[act];
  const many = `${comuni.length} Comuni`;
  const where =
    comuni.length > COMUNI_IN_BUTTON
      ? `in ${many}`
      : `a ${inOneSentence.format(comuni.map(({ username }) => username))}`;
  return (
    <Dialog
      title={`${question} ${color.toUpperCase()} in ${many}?`}
      role="alertdialog"
      wide
      onCancel={onCancel}
      actions={
        <>
          <Button ref={focusFirst} variant="outline" onClick={onCancel}>
            Annulla
          </Button>
          <Button onClick={onConfirm}>
            <ColorMark color={color} />
            {answer} {color} {where}
          </Button>
        </>
      }
    >
      <p>
        Il comando raggiungerà{' '}
        <b>
          {counted(names.length, DEVICE_LABELS[type])} di {many}
        </b>
        .
      </p>
      <ul className={styles.comuni} aria-label="Comuni">
        {comuni.map((comune) => (
          <li key={comune.username}>
            <b>
              <UserText>{comune.username}</UserText>
            </b>
            <span>{counted(comune.names.length, DEVICE_LABELS[type])}</span>
            <span>
              <UserTextList texts={comune.names.slice(0, NAMES_IN_FULL)} />
              {comune.names.length > NAMES_IN_FULL &&
                ` … e ${formatOthers(comune.names.length - NAMES_IN_FULL)}`}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
