import { Link } from 'react-router';

/** What stands at an address that leads nowhere. */
export function NotFoundScreen() {
  return (
    <>
      <h1>Pagina non trovata</h1>
      <p>
        L’indirizzo non porta a nessuna pagina. <Link to="/">Torna all’inizio</Link>
      </p>
    </>
  );
}
