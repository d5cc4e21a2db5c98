import type { auditRoutes } from '@semaforo/contract/api/audit';
import type { Handlers } from '../http/handlers.ts';
import { StreamedText } from '../http/streamed-text.ts';
import { isoTime } from '../platform/clock.ts';
import type { AuditRepository } from './audit.repository.ts';
import { writeAuditCsv } from './audit-csv.ts';
import type { ChainCheck } from './chain-check.ts';

export function createAuditHandlers(options: {
  repository: AuditRepository;
  chainCheck: Pick<ChainCheck, 'last'>;
}): Handlers<typeof auditRoutes> {
  const { repository, chainCheck } = options;
  return {
    listAudit: async ({ query }) => ({
      entries: await repository.list({ limit: query.limit, before: query.before }, query),
    }),
    summarizeAudit: async ({ query }) => {
      const { at, fault } = chainCheck.last();
      const seals = await repository.newestSeal();
      return {
        ...(await repository.count(query)),
        chain: { ...seals, checked_at: isoTime(at), fault },
      };
    },
    exportAudit: ({ query }) => new StreamedText(writeAuditCsv((page) => repository.list(page, query))),
  };
}
