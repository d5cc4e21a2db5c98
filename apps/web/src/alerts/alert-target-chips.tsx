import { counted, formatOthers } from '@semaforo/contract/domain/italian';
import { Chip } from '../ui/chip.tsx';
import { SelectBox } from '../ui/select-box.tsx';
import { UserText } from '../ui/user-text.tsx';
import { UserTextList } from '../ui/user-text-list.tsx';
import styles from './alerts.module.css';

/** For whom an alert may be. */
export type AlertTargetChoice =
  | { kind: 'tutti' | 'nessuno' }
  | { kind: 'gruppo'; groupId: number }
  | { kind: 'zona'; zone: string }
  | { kind: 'scelti'; deviceIds: readonly number[] };

/** What may be chosen: signals by name, groups with their signals, zones. */
export type TargetOffer = {
  signals: readonly { id: number; name: string }[];
  groups: readonly { id: number; name: string; deviceIds: readonly number[] }[];
  zones: readonly string[];
};

const NAMED = 5;

/** What the request names; undefined when nobody is chosen. */
export function namedBy(
  targets: AlertTargetChoice,
): { deviceIds?: number[]; groupId?: number; zone?: string } | undefined {
  if (targets.kind === 'gruppo') return { groupId: targets.groupId };
  if (targets.kind === 'zona') return { zone: targets.zone };
  if (targets.kind !== 'scelti') return {};
  return targets.deviceIds.length === 0 ? undefined : { deviceIds: [...targets.deviceIds] };
}

/** For whom the alert is, and the sentence that says whom it reaches. */
export function AlertTargetChips(props: {
  offer: TargetOffer;
  chosen: AlertTargetChoice;
  drill: boolean;
  onChoose: (targets: AlertTargetChoice) => void;
}) {
  const { offer, chosen, drill, onChoose } = props;
  const all = offer.signals.map(({ id }) => id);
  return (
    <>
      <fieldset className={styles.chips}>
        <legend>Dove</legend>
        {drill ? (
          <Chip pressed={chosen.kind === 'nessuno'} onClick={() => onChoose({ kind: 'nessuno' })}>
            Solo schermo
          </Chip>
        ) : (
          <Chip pressed={chosen.kind === 'tutti'} onClick={() => onChoose({ kind: 'tutti' })}>
            Tutti {all.length}
          </Chip>
        )}
        {offer.zones.map((zone) => (
          <Chip
            key={zone}
            pressed={chosen.kind === 'zona' && chosen.zone === zone}
            onClick={() => onChoose({ kind: 'zona', zone })}
          >
            Zona {zone}
          </Chip>
        ))}
        {offer.groups.map(({ id, name, deviceIds }) => (
          <Chip
            key={id}
            pressed={chosen.kind === 'gruppo' && chosen.groupId === id}
            onClick={() => onChoose({ kind: 'gruppo', groupId: id })}
          >
            <UserText>{name}</UserText> {all.filter((one) => deviceIds.includes(one)).length}
          </Chip>
        ))}
        <Chip
          pressed={chosen.kind === 'scelti'}
          onClick={() => onChoose({ kind: 'scelti', deviceIds: drill ? [] : all })}
        >
          Scegli…
        </Chip>
      </fieldset>
      {chosen.kind === 'scelti' && (
        <div className={styles.choices}>
          {offer.signals.map(({ id, name }) => (
            <SelectBox
              key={id}
              checked={chosen.deviceIds.includes(id)}
              onChange={() => onChoose({ kind: 'scelti', deviceIds: toggled(chosen.deviceIds, id) })}
            >
              <UserText>{name}</UserText>
            </SelectBox>
          ))}
        </div>
      )}
      <Reached offer={offer} chosen={chosen} />
    </>
  );
}

function toggled(ids: readonly number[], id: number): number[] {
  return ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];
}

function Reached({ offer, chosen }: { offer: TargetOffer; chosen: AlertTargetChoice }) {
  if (chosen.kind === 'nessuno') {
    return <p className={styles.reach}>Solo schermo: nessuna lampada si accende, nulla va ai cittadini.</p>;
  }
  if (chosen.kind === 'zona') {
    return <p className={styles.reach}>Raggiungerà i semafori della zona {chosen.zone}.</p>;
  }
  const names = offer.signals.filter(({ id }) => isReached(id, chosen, offer)).map(({ name }) => name);
  if (names.length === 0) return <p className={styles.reach}>Nessun semaforo scelto</p>;
  const others = names.length - NAMED;
  return (
    <p className={styles.reach}>
      Raggiungerà <b>{counted(names.length, ['semaforo', 'semafori'])}</b>:{' '}
      <UserTextList texts={names.slice(0, NAMED)} />
      {others > 0 && ` … e ${formatOthers(others)}`}
    </p>
  );
}

function isReached(id: number, chosen: AlertTargetChoice, { groups }: TargetOffer): boolean {
  if (chosen.kind === 'scelti') return chosen.deviceIds.includes(id);
  if (chosen.kind !== 'gruppo') return true;
  return groups.find((group) => group.id === chosen.groupId)?.deviceIds.includes(id) === true;
}
