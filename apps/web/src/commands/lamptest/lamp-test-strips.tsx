import type { LampTest } from '@semaforo/contract/api/lamp-tests';
import { useState } from 'react';
import { useIsBefore } from '../../platform/is-before.ts';
import { Button } from '../../ui/button.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import { TestTag } from '../../ui/test-tag.tsx';
import styles from '../strip.module.css';
import { Strip } from '../strip.tsx';
import { describeFindings, describeFormer, describeStep } from './describe-lamp-test.ts';
import { useLampTests, useStopLampTest } from './lamp-tests.queries.ts';

/** What a test found stays on the screens for this long, or until it is closed; on the page of a device it stays. */
const NOTIFIED_FOR_MS = 10 * 60_000;

/** The lamp tests in course, and the last one that has ended. */
export function LampTestStrips({ blocked }: { blocked: boolean }) {
  const tests = useLampTests();
  const [closed, setClosed] = useState<readonly number[]>([]);
  const running = tests.filter(({ ended_at }) => ended_at === null);
  const [ended] = tests.filter(({ ended_at }) => ended_at !== null);
  const shown = ended && !closed.includes(ended.id) ? ended : undefined;
  return (
    <>
      {running.map((test) => (
        <RunningStrip key={test.id} test={test} blocked={blocked} />
      ))}
      {shown && <EndedStrip key={shown.id} test={shown} onClose={() => setClosed([...closed, shown.id])} />}
    </>
  );
}

function RunningStrip({ test, blocked }: { test: LampTest; blocked: boolean }) {
  const stopping = useStopLampTest();
  return (
    <Strip
      edge="test"
      label="Prova lampade in corso"
      head={
        <>
          <TestTag />
          <p className={styles.count}>{describeStep(test)}</p>
        </>
      }
      line={
        <>
          <p className={styles.by}>
            {describeFormer(test)} Cominciata da {test.username}. Non è un’allerta.
          </p>
          <LiveRegion sentence={describeStep(test)} />
        </>
      }
      actions={
        <Button
          size="small"
          disabled={blocked}
          aria-disabled={stopping.isPending}
          onClick={() => {
            if (!stopping.isPending) stopping.mutate(test.id);
          }}
        >
          Ferma la prova
        </Button>
      }
    />
  );
}

function EndedStrip({ test, onClose }: { test: LampTest; onClose: () => void }) {
  const isRecent = useIsBefore(Date.parse(test.ended_at ?? test.created_at) + NOTIFIED_FOR_MS);
  const { good, sentences } = describeFindings(test);
  if (!isRecent) return null;
  return (
    <Strip
      edge={good ? 'good' : 'bad'}
      label="Prova lampade finita"
      onClose={onClose}
      head={
        <>
          <TestTag />
          <p className={styles.count}>Prova lampade finita</p>
        </>
      }
      line={
        <p className={styles.by} role="status">
          {sentences[0]}
          {sentences.length > 1 && ` (+${sentences.length - 1})`}
        </p>
      }
    >
      <ul className={styles.by}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Strip>
  );
}
