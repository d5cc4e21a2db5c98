import type { ManagedDevice } from '@semaforo/contract/api/devices';
import { useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { CredentialsButton } from '../devices/credentials-button.tsx';
import { DeviceForm } from '../devices/management/device-form.tsx';
import { OwnedDevicesTable } from '../devices/management/owned-devices-table.tsx';
import { proposedDevice } from '../devices/management/proposed-device.ts';
import { UnownedDevices } from '../devices/management/unowned-devices.tsx';
import { UserSettingsPanel } from '../operations/user-settings-panel.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Loading } from '../ui/loading.tsx';
import { Panel } from '../ui/panel.tsx';
import { ReadingAlert } from '../ui/reading-alert.tsx';
import { ToastAlert, useToast } from '../ui/toast.tsx';
import { AdminCreateUserForm } from '../users/admin-create-user-form.tsx';
import { useUsers } from '../users/admin-users.queries.ts';
import { AdminUsersTable } from '../users/admin-users-table.tsx';
import { PeoplePanel } from '../users/people/people-panel.tsx';

const NO_USERS: never[] = [];

/**
 * The 'Utenti' tab: the users, the devices and settings of the selected user, and the forms that create users and
 * devices.
 */
export function ManagementUsers() {
  const { data, isError, isPending, errorUpdatedAt } = useUsers();
  const users = data ?? NO_USERS;
  const { shown, notify, close } = useToast();
  const [selectedId, setSelectedId] = useState<number | null>(null);
  const [settingsOpen, setSettingsOpen] = useState(false);
  const [search] = useSearchParams();
  const proposed = useMemo(() => proposedDevice(search), [search]);
  // A new console has one Comune: nobody has to choose it.
  const towns = users.filter(({ role }) => role === 'user');
  const onlyTownId = proposed && towns.length === 1 ? towns[0]?.id : undefined;
  const navigate = useNavigate();
  const selected = users.find(({ id }) => id === selectedId) ?? null;

  const credentials = (device: ManagedDevice) => <CredentialsButton device={device} onNotice={notify} />;

  function select(id: number) {
    if (id !== selectedId) setSettingsOpen(false);
    setSelectedId(id);
  }
  function toggleSettings(id: number) {
    setSettingsOpen(id !== selectedId || !settingsOpen);
    setSelectedId(id);
  }

  return (
    <>
      <ToastAlert shown={shown} closeLabel="Chiudi" onClose={close} />
      <ReadingAlert
        failedAt={isError ? errorUpdatedAt : null}
        text="Accesso negato o errore nel caricamento."
        closeLabel="Chiudi"
      />
      <div className={layoutStyles.columns}>
        <div className={layoutStyles.stack}>
          {isPending ? (
            <Loading label="Caricamento utenti" />
          ) : (
            <AdminUsersTable
              users={data}
              selectedId={selectedId}
              settingsOpen={settingsOpen}
              onSelect={select}
              onSettings={toggleSettings}
              onNotice={notify}
            />
          )}
          {selected !== null && settingsOpen && (
            <UserSettingsPanel key={`settings-${selected.id}`} user={selected} onNotice={notify} />
          )}
          {selected?.role === 'user' && (
            <Panel label={`Persone di ${selected.username}`}>
              <PeoplePanel key={`people-${selected.id}`} comune={selected} />
            </Panel>
          )}
          {selected !== null && (
            <OwnedDevicesTable
              key={`devices-${selected.id}`}
              owner={selected}
              users={users}
              actionsOf={credentials}
              onNotice={notify}
            />
          )}
          <UnownedDevices users={users} actionsOf={credentials} onNotice={notify} />
        </div>
        <div className={layoutStyles.stack}>
          <AdminCreateUserForm onNotice={notify} />
          <DeviceForm
            key={proposed?.topic}
            users={users}
            selectedUserId={selected?.id ?? onlyTownId ?? null}
            proposed={proposed}
            onNotice={notify}
            // On its page it gets the credentials that it needs next.
            onCreated={({ id }) => proposed && void navigate(`/devices/${id}`)}
          />
        </div>
      </div>
    </>
  );
}
