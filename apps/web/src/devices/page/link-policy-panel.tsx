import type { DevicePageRecord } from '@semaforo/contract/api/device-past';
import {
  LINK_POLICIES,
  type LinkPolicy,
  linkPolicyWords,
  ROSSO_AFTER_S,
} from '@semaforo/contract/domain/link-policy';
import { Age } from '../../platform/age.tsx';
import { ChoiceList } from '../../ui/choice-list.tsx';
import { CodeLines } from '../../ui/code-lines.tsx';
import { Fold } from '../../ui/fold.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { Panel } from '../../ui/panel.tsx';
import { Select } from '../../ui/select.tsx';
import type { Toast } from '../../ui/toast.tsx';
import { policyLines } from '../policy-lines.ts';
import styles from './device-page.module.css';
import { useSaveLinkPolicy } from './device-page.queries.ts';

const MEANS: Record<LinkPolicy['policy'], string> = {
  keep: 'Chi passa vede la lampada com’era.',
  'keep-and-say': 'Serve una quinta lampada sul palo.',
  'rosso-after': 'Per i sottopassi. Lo decide la scheda, anche senza rete.',
};

const CHOICES = LINK_POLICIES.map((value) => ({
  value,
  label: value === 'rosso-after' ? 'Rosso dopo un po’' : linkPolicyWords({ policy: value, after_s: null }),
  means: MEANS[value],
}));

const HOURS = [0.5, 1, 2, 6, 12, 24].map((hours) => ({
  value: String(hours * 3600),
  label: linkPolicyWords({ policy: 'rosso-after', after_s: hours * 3600 }),
}));

type LinkPolicyPanelProps = { page: DevicePageRecord; onNotice: (notice: Toast) => void };

/** 'Se il collegamento cade': what the board is to do, what it says that it does, and the lines that tell it. */
export function LinkPolicyPanel({ page, onNotice }: LinkPolicyPanelProps) {
  const saving = useSaveLinkPolicy({ id: page.device.id, onNotice });
  const { link_policy: wanted, reported_policy: reported } = page;
  const save = (policy: LinkPolicy['policy'], afterS?: number) =>
    saving.isPending ||
    saving.mutate({ link_policy: policy, ...(afterS !== undefined && { after_s: afterS }) });
  return (
    <Panel label="Se il collegamento cade">
      <div className={layoutStyles.stack}>
        <h2>Se il collegamento cade</h2>
        <ChoiceList
          label="Se il collegamento cade"
          choices={CHOICES}
          chosen={wanted.policy}
          busy={saving.isPending}
          onChoose={(policy) => save(policy)}
        />
        {wanted.policy === 'rosso-after' && (
          <Select
            label="Dopo quanto"
            options={HOURS}
            value={String(wanted.after_s ?? ROSSO_AFTER_S.usual)}
            onChange={(event) => save('rosso-after', Number(event.currentTarget.value))}
          />
        )}
        <Reported wanted={wanted} reported={reported} />
        <Fold title="Righe per la scheda">
          <p className="small muted">
            La scheda lo sa dalle sue righe: incollale, e riavviala. Quando torna la corrente mostra l’ultimo
            colore, mai verde da sola.
          </p>
          <CodeLines label="Righe della regola per la scheda">
            {policyLines({ profile: page.profile, topic: page.device.topic }, wanted)}
          </CodeLines>
        </Fold>
      </div>
    </Panel>
  );
}

function Reported({
  wanted,
  reported,
}: {
  wanted: LinkPolicy;
  reported: DevicePageRecord['reported_policy'];
}) {
  if (reported === null) {
    return (
      <p className={styles.policyNote} data-kind="unknown">
        La scheda non ha detto che regola ha: lo dice solo quella di riferimento, quando si collega.
      </p>
    );
  }
  const isSame = reported.policy === wanted.policy && reported.after_s === wanted.after_s;
  return (
    <p className={styles.policyNote} data-kind={isSame ? 'ok' : 'unequal'}>
      {isSame
        ? 'La scheda ha questa regola. '
        : `La scheda non l’ha ancora presa: «${linkPolicyWords(reported)}». `}
      L’ha detto <Age since={reported.at} />.
    </p>
  );
}
