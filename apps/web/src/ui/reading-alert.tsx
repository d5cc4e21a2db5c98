import { useState } from 'react';
import { Alert } from './alert.tsx';

/**
 * Says that a list could not be read. Once closed it returns only with a later failure.
 * `failedAt`: when the reading failed (epoch ms); null when it did not.
 */
export function ReadingAlert(props: { failedAt: number | null; text: string; closeLabel: string }) {
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const { failedAt, text, closeLabel } = props;
  if (failedAt === null || failedAt === closedAt) return null;
  return (
    <Alert kind="danger" closeLabel={closeLabel} onClose={() => setClosedAt(failedAt)}>
      {text}
    </Alert>
  );
}
