import { useEffect, useRef } from 'react';
import { Button } from '../ui/button.tsx';
import layoutStyles from '../ui/layout.module.css';
import styles from './second-factor.module.css';

/** The recovery codes, shown this once. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={layoutStyles.stack}>
      <h3 ref={heading} tabIndex={-1}>
        Codici di riserva
      </h3>
      <p>
        Il secondo fattore è attivo. Ognuno di questi codici vale una volta, al posto di quello dell’app.{' '}
        <strong>Stampali e tienili in cassaforte: non saranno più mostrati.</strong>
      </p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div>
        <Button onClick={onKept}>Li ho conservati</Button>
      </div>
    </div>
  );
}
