import { type SubmitEvent, useState } from 'react';
import { kioskLink } from '../../api/kiosk-key.ts';
import { Button } from '../../ui/button.tsx';
import fieldStyles from '../../ui/field.module.css';
import { Select } from '../../ui/select.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import type { Toast } from '../../ui/toast.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { useUsers } from '../admin-users.queries.ts';
import { type NewKiosk, useCreateKiosk } from './kiosks.queries.ts';

/** Makes a wall: a name, and for an admin whose lamps it shows. Its link is then shown once. */
export function NewKioskForm({ isAdmin, onNotice }: { isAdmin: boolean; onNotice: (notice: Toast) => void }) {
  const create = useCreateKiosk({ onNotice });
  // Another made wall gets an empty form.
  const [made, setMade] = useState(0);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const userId = Number(typed.get('userId') ?? '');
    const kiosk = { name: String(typed.get('name')), ...(userId > 0 && { userId }) };
    if (!create.isPending) create.mutate(kiosk, { onSuccess: () => setMade(made + 1) });
  }

  return (
    <>
      <form key={made} className={fieldStyles.form} onSubmit={submit} aria-label="Nuovo schermo di sala">
        <TextInput label="Nome dello schermo" name="name" autoComplete="off" maxLength={60} required />
        {isAdmin && <WhoseLamps />}
        <Button type="submit" variant="outline" aria-disabled={create.isPending}>
          Crea il collegamento
        </Button>
      </form>
      {create.data && <NewKioskDialog made={create.data} onClose={() => create.reset()} />}
    </>
  );
}

function WhoseLamps() {
  const towns = (useUsers().data ?? []).filter(({ role }) => role === 'user');
  const options = [
    { value: '', label: 'Tutti i Comuni, come me' },
    ...towns.map(({ id, username }) => ({ value: String(id), label: username })),
  ];
  return <Select label="Mostra i semafori di" name="userId" options={options} />;
}

/** The link of a new wall, shown once. */
function NewKioskDialog({ made, onClose }: { made: NewKiosk; onClose: () => void }) {
  const link = kioskLink(made.accessToken);
  return (
    <ShownOnce
      title={<UserText>{made.wall.name}</UserText>}
      what="il collegamento"
      copied="Collegamento copiato"
      label="Collegamento dello schermo"
      text={link}
      onClose={onClose}
    >
      Apri questo collegamento nel browser dello schermo, o mettilo come sua pagina iniziale.{' '}
      <b>Si vede solo adesso</b>, e chi lo ha vede le lampade: non mandarlo a chi non deve vederle.
    </ShownOnce>
  );
}
