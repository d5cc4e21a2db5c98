import { type ReactNode, useState } from 'react';
import layoutStyles from '../ui/layout.module.css';
import { Panel } from '../ui/panel.tsx';
import { Select } from '../ui/select.tsx';
import { ChooseZones } from './choose-zones.tsx';
import { useSaveUserZones, useUserZones } from './zones.queries.ts';

type User = { id: number; username: string };

type UserZonesProps = {
  users: readonly User[];
  /** What becomes of bulletins for a user. */
  policyOf: (userId: number) => ReactNode;
};

/** The zones of a user, whom an admin chooses, and what becomes of bulletins for them. */
export function UserZones({ users, policyOf }: UserZonesProps) {
  const [chosen, setChosen] = useState('');
  const user = users.find(({ id }) => String(id) === chosen);
  return (
    <Panel label="Zone e politica di un Comune" className={layoutStyles.stack}>
      <h2>Zone e politica di un Comune</h2>
      <Select
        label="Utente"
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
        options={[
          { value: '', label: 'Scegli l’utente' },
          ...users.map(({ id, username }) => ({ value: String(id), label: username })),
        ]}
      />
      {user && (
        <>
          <ZonesOfUser key={user.id} userId={user.id} />
          {policyOf(user.id)}
        </>
      )}
    </Panel>
  );
}

function ZonesOfUser({ userId }: { userId: number }) {
  const { data } = useUserZones(userId);
  const saving = useSaveUserZones(userId);
  if (!data) return null;
  return (
    <ChooseZones
      zones={data.zones}
      chooseLabel="Scegli"
      saving={saving.isPending}
      failure={saving.isError ? saving.error.message : undefined}
      onChoose={(codes) => saving.mutate(codes)}
    />
  );
}
