import { labelOf } from '@semaforo/contract/domain/label';
import { Link, useInRouterContext } from 'react-router';
import { UserText } from '../ui/user-text.tsx';

/** The name of a device, which leads to its page; where there are no pages, as in the catalogue, only the name. */
export function DeviceLink({ id, name, topic }: { id: number; name: string | null; topic: string }) {
  const isPage = useInRouterContext();
  const label = <UserText>{labelOf({ name, topic })}</UserText>;
  return isPage ? <Link to={`/devices/${id}`}>{label}</Link> : label;
}
