import { BulletinPanel } from '../bulletins/bulletin-panel.tsx';
import { StoredBulletins } from '../bulletins/stored-bulletins.tsx';
import { UploadBulletin } from '../bulletins/upload-bulletin.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Panel } from '../ui/panel.tsx';
import { useCurrentUser } from '../users/users.queries.ts';
import { MyZones, useOwnZoneCodes } from '../zones/my-zones.tsx';

/** What the bulletins say of today and tomorrow, zone by zone. A bulletin lights no lamp. */
export function AlertsScreen() {
  const { data: user } = useCurrentUser();
  const own = useOwnZoneCodes();
  const isAdmin = user?.role === 'admin';
  return (
    <div className={layoutStyles.stack}>
      <div className={layoutStyles.head}>
        <h1>Allerte</h1>
        <p className="muted">
          {own.length === 0 ? 'nessuna zona scelta' : `zone ${own.join(', ')}`} · il bollettino è una
          previsione: vale l’atto della Regione
        </p>
      </div>
      <BulletinPanel own={own} />
      {!isAdmin && <MyZones />}
      {isAdmin && (
        <>
          <Panel label="Carica a mano">
            <UploadBulletin />
          </Panel>
          <Panel padded={false} label="Bollettini ricevuti">
            <StoredBulletins />
          </Panel>
        </>
      )}
    </div>
  );
}
