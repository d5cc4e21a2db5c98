import { wholeNumber } from '@semaforo/contract/domain/italian';
import { type ReactNode, useMemo } from 'react';
import { Button } from '../ui/button.tsx';
import { SelectBox } from '../ui/select-box.tsx';
import styles from './groups.module.css';

type SelectionBarProps = {
  /** The ids of the devices that the filter shows. */
  visible: readonly number[];
  ticked: ReadonlySet<number>;
  /** How many devices there are, shown or not. */
  total: number;
  onTick: (ids: readonly number[], on: boolean) => void;
  /** What else can be done with the selection. */
  children?: ReactNode;
};

/** 'Seleziona i visibili', and how many are selected; what the filter hides stays selected. */
export function SelectionBar({ visible, ticked, total, onTick, children }: SelectionBarProps) {
  const some = useMemo(() => visible.some((id) => ticked.has(id)), [visible, ticked]);
  const all = useMemo(() => visible.length > 0 && visible.every((id) => ticked.has(id)), [visible, ticked]);
  return (
    <div className={styles.selection}>
      <SelectBox checked={all} some={some} onChange={() => onTick(visible, !all)}>
        Seleziona i visibili
      </SelectBox>
      <span role="status" className="muted">
        {ticked.size > 0 &&
          `${wholeNumber(ticked.size)} di ${wholeNumber(total)} ${ticked.size === 1 ? 'selezionato' : 'selezionati'}`}
      </span>
      {ticked.size > 0 && (
        <Button variant="link" onClick={() => onTick([...ticked], false)}>
          Togli la selezione
        </Button>
      )}
      {ticked.size > 0 && children}
    </div>
  );
}
