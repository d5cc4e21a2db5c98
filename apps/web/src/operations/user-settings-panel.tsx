import { useEffect, useRef } from 'react';
import { EmptyText } from '../ui/empty-text.tsx';
import { Loading } from '../ui/loading.tsx';
import { Panel } from '../ui/panel.tsx';
import { ReadingAlert } from '../ui/reading-alert.tsx';
import { HiddenHeader, Table } from '../ui/table.tsx';
import type { Toast } from '../ui/toast.tsx';
import { AddSettingForm } from './add-setting-form.tsx';
import { ComuneRules } from './comune-rules.tsx';
import { UserSettingRow } from './user-setting-row.tsx';
import styles from './user-settings.module.css';
import { useUserSettings } from './user-settings.queries.ts';

type UserSettingsPanelProps = {
  user: { id: number; username: string };
  onNotice: (notice: Toast) => void;
};

/**
 * The rules of a Comune by name, then all settings of the user as editable pairs of key and value. Opening it moves the
 * focus here.
 */
export function UserSettingsPanel({ user, onNotice }: UserSettingsPanelProps) {
  const { data: settings, isError, isPending, errorUpdatedAt } = useUserSettings(user.id);
  const heading = useRef<HTMLHeadingElement>(null);
  const renamed = useRef<string>(null);
  useEffect(() => heading.current?.focus(), []);

  return (
    <Panel label={`Impostazioni di ${user.username}`} padded={false}>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        Impostazioni di <bdi>{user.username}</bdi>
      </h2>
      <ReadingAlert
        failedAt={isError ? errorUpdatedAt : null}
        text="Errore caricamento impostazioni"
        closeLabel="Chiudi"
      />
      {isPending && <Loading label="Caricamento impostazioni" />}
      {settings !== undefined && <ComuneRules userId={user.id} settings={settings} onNotice={onNotice} />}
      {settings?.length === 0 && <EmptyText>Nessuna impostazione.</EmptyText>}
      {settings !== undefined && settings.length > 0 && (
        <Table tight caption={`Chiavi e valori di ${user.username}`} captionHidden>
          <thead>
            <tr>
              <th scope="col">Chiave</th>
              <th scope="col">Valore</th>
              <HiddenHeader>Azioni</HiddenHeader>
            </tr>
          </thead>
          <tbody>
            {settings.map((setting) => (
              <UserSettingRow
                key={setting.key}
                userId={user.id}
                setting={setting}
                renamed={renamed}
                onNotice={onNotice}
              />
            ))}
          </tbody>
        </Table>
      )}
      {settings !== undefined && (
        <AddSettingForm userId={user.id} takenKeys={settings.map(({ key }) => key)} onNotice={onNotice} />
      )}
    </Panel>
  );
}
