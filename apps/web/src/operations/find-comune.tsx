import type { FoundPage } from '@semaforo/contract/api/public-pages';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { callRoute } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';
import { ColorMark } from '../lamps/color-mark.tsx';
import { BASE_PATH } from '../platform/base-path.ts';
import { Icon } from '../ui/icon.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import styles from './find-comune.module.css';

const READ_EVERY_MS = 10_000;
const LEAST_LETTERS = 2;

/**
 * Leads citizens to the page of their Comune: found by its name, or there at once with what its signals show where it
 * is the only one. Nothing while no page is on.
 */
export function FindComune() {
  const [typed, setTyped] = useState('');
  const name = useDeferredValue(typed.trim());
  const isSearched = name.length >= LEAST_LETTERS;
  const { data, isError } = useQuery({
    queryKey: queryKeys.publicPages(isSearched ? name : ''),
    queryFn: ({ signal }) => callRoute('findPublicPages', { query: isSearched ? { name } : {}, signal }),
    refetchInterval: READ_EVERY_MS,
    placeholderData: keepPreviousData,
  });
  if (!data || data.total === 0) return null;
  return (
    <section className={styles.find} aria-label="I segnali del tuo Comune">
      {data.total > 1 && (
        <SearchInput label="Il tuo Comune" placeholder="Scrivi il nome" value={typed} onChange={setTyped} />
      )}
      {/* What was read before may have passed. */}
      {isError ? (
        <p role="alert">Non riesco a leggere i segnali adesso. Apri la pagina del tuo Comune fra poco.</p>
      ) : (
        <ul role="status">
          {data.pages.map((page) => (
            <li key={page.slug}>
              <PageLink page={page} />
            </li>
          ))}
          {isSearched && data.pages.length === 0 && (
            <li>Nessun Comune con questo nome ha acceso la sua pagina.</li>
          )}
        </ul>
      )}
    </section>
  );
}

function PageLink({ page }: { page: FoundPage }) {
  return (
    <a className={styles.page} href={`${BASE_PATH}/c/${page.slug}`}>
      {page.color === null ? <Icon name="unknown" /> : <ColorMark color={page.color} />}
      <span>
        <strong>{page.comune}</strong> {page.text}
      </span>
    </a>
  );
}
