import type { auditRoutes } from '@semaforo/contract/api/audit';
import type { Handlers } from '../http/mount-routes.ts';
import type { AuditRepository } from './audit.repository.ts';

export function createAuditHandlers({
  repository,
}: {
  repository: AuditRepository;
}): Handlers<typeof auditRoutes> {
  return {
    listAudit: async ({ query }) => ({
      entries: await repository.list({ limit: query.limit, before: query.before }),
    }),
  };
}
