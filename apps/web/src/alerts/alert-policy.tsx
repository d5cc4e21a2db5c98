import {
  ALERT_POLICIES,
  ALERT_POLICY_SETTING,
  type AlertPolicy,
} from '@semaforo/contract/domain/alert-rules';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callRoute } from '../api/call.ts';
import { serverSentence } from '../api/failures.ts';
import { queryKeys } from '../api/query-keys.ts';
import { Select } from '../ui/select.tsx';

const WORDS: Record<AlertPolicy, { label: string; means: string }> = {
  propone: {
    label: 'Propone (la solita)',
    means: 'Il bollettino diventa una proposta: nessuna lampada cambia finché una persona non conferma.',
  },
  alza: {
    label: 'Alza da solo',
    means:
      'L’allerta inizia da sola alla sua ora e avvisa tutti. Non abbassa mai: la fine la conferma una persona.',
  },
  avvisa: {
    label: 'Solo avviso',
    means: 'Il bot manda un messaggio; nessuna allerta viene proposta.',
  },
};

/** What becomes of bulletins for a Comune, in words; an admin chooses it. */
export function AlertPolicyChoice({ userId }: { userId: number }) {
  const queryClient = useQueryClient();
  const { data: settings } = useQuery({
    queryKey: queryKeys.userSettings(userId),
    queryFn: ({ signal }) => callRoute('listUserSettings', { params: { id: userId }, signal }),
    select: (read) => read.settings,
  });
  const saving = useMutation({
    mutationFn: (policy: string) =>
      callRoute('saveUserSetting', { params: { id: userId }, body: { [ALERT_POLICY_SETTING]: policy } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.userSettings(userId) }),
  });
  if (!settings) return null;
  const stored = settings.find(({ key }) => key === ALERT_POLICY_SETTING)?.value;
  const policy = ALERT_POLICIES.find((one) => one === stored) ?? 'propone';
  return (
    <>
      <Select
        label="Che cosa fare di un bollettino"
        options={ALERT_POLICIES.map((value) => ({ value, label: WORDS[value].label }))}
        value={policy}
        disabled={saving.isPending}
        onChange={(event) => saving.mutate(event.currentTarget.value)}
      />
      <p className="muted small" role="status">
        {WORDS[policy].means}
      </p>
      {saving.error && <p role="alert">{serverSentence(saving.error, 'La scelta non è stata salvata')}</p>}
    </>
  );
}
