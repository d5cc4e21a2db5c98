import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { callForBody, callRoute } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';
import { type AuditFilter, toQuery } from './audit-filter.ts';

const PAGE_SIZE = 100;

/** The rows of the filter, newest first, in pages. */
export function useAudit(filter: AuditFilter) {
  const query = toQuery(filter);
  return useInfiniteQuery({
    queryKey: [...queryKeys.audit, 'rows', query],
    queryFn: ({ pageParam, signal }) =>
      callRoute('listAudit', {
        query: {
          ...query,
          limit: String(PAGE_SIZE),
          ...(pageParam !== undefined && { before: String(pageParam) }),
        },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ entries }) => (entries.length < PAGE_SIZE ? undefined : entries.at(-1)?.id),
    select: ({ pages }) => pages.flatMap(({ entries }) => entries),
    placeholderData: keepPreviousData,
  });
}

/** How many rows there are, how many the filter shows, and what the chain of seals is like. */
export function useAuditSummary(filter: AuditFilter) {
  const query = toQuery({ ...filter, failed: false });
  return useQuery({
    queryKey: [...queryKeys.audit, 'summary', query],
    queryFn: ({ signal }) => callRoute('summarizeAudit', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The rows of the filter as a file for a spreadsheet. */
export async function readAuditCsv(filter: AuditFilter): Promise<Blob> {
  const response = await callForBody('exportAudit', { query: toQuery(filter) });
  return response.blob();
}
