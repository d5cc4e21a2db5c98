import { AuditView } from '../audit/audit-view.tsx';
import { SharedLoginWarning } from '../broker/shared-login-warning.tsx';

/** Who did what, when and from where, refused acts too. */
export function AuditScreen() {
  return (
    <>
      <SharedLoginWarning />
      <AuditView title="Registro" />
    </>
  );
}
