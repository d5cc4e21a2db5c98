import { AuditView } from '../audit/audit-view.tsx';

/** Who did what, when and from where, refused acts too. */
export function AuditScreen() {
  return <AuditView title="Registro" />;
}
