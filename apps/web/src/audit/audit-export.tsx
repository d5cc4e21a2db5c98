import { useMutation } from '@tanstack/react-query';
import { saveFile } from '../platform/save-file.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import styles from './audit.module.css';
import { readAuditCsv } from './audit.queries.ts';
import type { AuditFilter } from './audit-filter.ts';

/** Saves the rows of the filter as a file. */
export function AuditExport({ filter }: { filter: AuditFilter }) {
  const reading = useMutation({
    mutationFn: () => readAuditCsv(filter),
    onSuccess: (file) => saveFile('registro.csv', file),
  });
  return (
    <div className={styles.export}>
      <Button
        variant="outline"
        aria-disabled={reading.isPending}
        onClick={() => {
          if (!reading.isPending) reading.mutate();
        }}
      >
        <Icon name="download" small />
        {reading.isPending ? 'Lettura in corso…' : 'CSV'}
      </Button>
      {reading.isError && <p role="alert">Il file non si è scaricato.</p>}
    </div>
  );
}
