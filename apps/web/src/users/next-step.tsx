import { Link } from 'react-router';
import { useCurrentUser } from './users.queries.ts';

/** What to do when there are no devices yet: an admin makes them, a user waits for an admin. */
export function NextStep() {
  const role = useCurrentUser().data?.role;
  if (role === undefined) return null;
  if (role === 'user') return <>Li assegna l’amministratore della console.</>;
  return (
    <>
      Registrali in <Link to="/gestisci?topic=">Gestisci</Link> o{' '}
      <Link to="/gestisci/importa">importa l’elenco</Link>.
    </>
  );
}
