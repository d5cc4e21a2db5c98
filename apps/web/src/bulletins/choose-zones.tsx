import type { ComuneRecord, OwnZone } from '@semaforo/contract/api/zones';
import { useId, useState } from 'react';
import { Button } from '../ui/button.tsx';
import layoutStyles from '../ui/layout.module.css';
import { SearchInput } from '../ui/search-input.tsx';
import styles from './zones.module.css';
import { useComuni } from './zones.queries.ts';

/** A Comune on a border has two. */
const ZONES_AT_MOST = 2;

/** The zones of a Comune, found by its name and province. `onChoose` gets the codes of all that it has then. */
export function ChooseZones(props: {
  zones: readonly OwnZone[];
  saving: boolean;
  failure: string | undefined;
  onChoose: (codes: string[]) => void;
}) {
  const { zones, saving, failure, onChoose } = props;
  const [name, setName] = useState('');
  const found = useComuni(name);
  const labelId = useId();
  const codes = zones.map(({ code }) => code);
  const choose = (next: string[]) => {
    if (!saving) onChoose(next);
  };
  return (
    <div className={layoutStyles.stack}>
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
      {zones.length < ZONES_AT_MOST && (
        <>
          <SearchInput
            label="Cerca il Comune"
            placeholder="le prime lettere del nome"
            value={name}
            onChange={setName}
          />
          {found.data && (
            <>
              <p id={labelId} className="sr">
                Comuni trovati
              </p>
              <ul className={styles.found} aria-labelledby={labelId}>
                {found.data.comuni.map((comune) => (
                  <FoundComune
                    key={comune.istat}
                    comune={comune}
                    chosen={codes}
                    onChoose={(code) => {
                      choose([...codes, code]);
                      setName('');
                    }}
                  />
                ))}
              </ul>
              {found.data.comuni.length === 0 && <p>Nessun Comune inizia così.</p>}
            </>
          )}
        </>
      )}
      {failure !== undefined && <p role="alert">{failure}</p>}
    </div>
  );
}

function FoundComune(props: {
  comune: ComuneRecord;
  chosen: readonly string[];
  onChoose: (code: string) => void;
}) {
  const { name, province, province_code: sign, zone } = props.comune;
  const where = `${name} (${sign === '' ? province : sign})`;
  if (zone === null) return <li>{where}: zona non nota</li>;
  if (props.chosen.includes(zone)) return <li>{`${where}: ${zone}, già scelta`}</li>;
  return (
    <li>
      <Button variant="link" onClick={() => props.onChoose(zone)}>
        {where}: zona {zone}
      </Button>
    </li>
  );
}
