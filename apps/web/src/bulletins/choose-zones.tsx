import type { ComuneRecord, OwnZone } from '@semaforo/contract/api/zones';
import { useId, useState } from 'react';
import { Button } from '../ui/button.tsx';
import layoutStyles from '../ui/layout.module.css';
import { SearchInput } from '../ui/search-input.tsx';
import { describeComuniTable, noComuneIn } from './describe-comuni-table.ts';
import styles from './zones.module.css';
import { useComuni } from './zones.queries.ts';

/** A Comune on a border has two. */
const ZONES_AT_MOST = 2;

/**
 * The zones of a Comune, found by its name and province. `onChoose` gets the codes of all that it has then, and the
 * Comune that was found.
 */
export function ChooseZones(props: {
  zones: readonly OwnZone[];
  saving: boolean;
  failure: string | undefined;
  /** What is written on the button of a Comune that was found. */
  chooseLabel: string;
  onChoose: (codes: string[], comune?: ComuneRecord) => void;
}) {
  const { zones, saving, failure, chooseLabel, onChoose } = props;
  const [name, setName] = useState('');
  const found = useComuni(name).data;
  const labelId = useId();
  const codes = zones.map(({ code }) => code);
  const choose = (next: string[], comune?: ComuneRecord) => {
    if (!saving) onChoose(next, comune);
  };
  return (
    <div className={layoutStyles.stack}>
      {zones.length > 0 && (
        <ul className={styles.chosen} aria-label="Zone scelte">
          {zones.map(({ code, name: zoneName }) => (
            <li key={code}>
              <span>
                <b>{code}</b> {zoneName ?? 'non è più fra le zone: scegline un’altra'}
              </span>
              <Button
                variant="outline"
                aria-disabled={saving}
                aria-label={`Togli la zona ${code}`}
                onClick={() => choose(codes.filter((other) => other !== code))}
              >
                Togli
              </Button>
            </li>
          ))}
        </ul>
      )}
      {zones.length < ZONES_AT_MOST && (
        <SearchInput
          label="Cerca il Comune"
          placeholder="le prime lettere del nome"
          value={name}
          onChange={setName}
        />
      )}
      {found && (
        <>
          <p id={labelId} className="sr">
            Comuni trovati
          </p>
          <ul className={styles.found} aria-labelledby={labelId}>
            {found.comuni.map((comune) => (
              <FoundComune
                key={comune.istat}
                comune={comune}
                letters={name.trim().length}
                chosen={codes}
                chooseLabel={chooseLabel}
                onChoose={(code) => {
                  choose([...codes, code], comune);
                  setName('');
                }}
              />
            ))}
          </ul>
          {found.comuni.length === 0 && <p role="status">{noComuneIn(found.table)}</p>}
          <p className="small muted">{describeComuniTable(found.table)}</p>
        </>
      )}
      {failure !== undefined && <p role="alert">{failure}</p>}
    </div>
  );
}

function FoundComune(props: {
  comune: ComuneRecord;
  /** How many of the name were typed. */
  letters: number;
  chosen: readonly string[];
  chooseLabel: string;
  onChoose: (code: string) => void;
}) {
  const { letters, chosen, chooseLabel, onChoose } = props;
  const { name, province, zone } = props.comune;
  return (
    <li>
      <span>
        <b>{name.slice(0, letters)}</b>
        {name.slice(letters)} <span className="muted">provincia di {province}</span>
      </span>
      <span className="muted">{zone === null ? 'zona non nota' : `zona di allerta ${zone}`}</span>
      {zone !== null &&
        (chosen.includes(zone) ? (
          <span>già scelta</span>
        ) : (
          <Button
            aria-label={`${chooseLabel}: ${name}, provincia di ${province}, zona ${zone}`}
            onClick={() => onChoose(zone)}
          >
            {chooseLabel}
          </Button>
        ))}
    </li>
  );
}
