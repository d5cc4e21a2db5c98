import { Link } from 'react-router';

/** The page of an address that does not exist. */
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
