import { useEffect, useRef } from 'react';
import { Button } from '../ui/button.tsx';
import layoutStyles from '../ui/layout.module.css';
import styles from './second-factor.module.css';

/** The recovery codes, shown this once. `what` is on now, and `insteadOf` what each of them stands in for. */
export function RecoveryCodes(props: {
  codes: readonly string[];
  what: string;
  insteadOf: string;
  onKept: () => void;
}) {
  const { codes, what, insteadOf, onKept } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={layoutStyles.stack}>
      <h3 ref={heading} tabIndex={-1}>
        Codici di riserva
      </h3>
      <p>
        {what}. Ognuno di questi codici vale una volta, al posto {insteadOf}.{' '}
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
