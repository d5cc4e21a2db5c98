import { Lasting } from '../platform/age.tsx';

/** Of a device that misses its rhythm: 'Tace da 3 min', by the server's clock. */
export function SilentFor({ since }: { since: string }) {
  return (
    <span className="nw">
      Tace da <Lasting since={since} />
    </span>
  );
}
