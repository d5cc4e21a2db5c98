import { SharedLoginWarning } from '../broker/shared-login-warning.tsx';
import { AuditView } from '../records/audit-view.tsx';

/** Who did what, when and from where, refused acts too. */
export function AuditScreen() {
  return (
    <>
      <SharedLoginWarning />
      <AuditView title="Registro" />
    </>
  );
}
