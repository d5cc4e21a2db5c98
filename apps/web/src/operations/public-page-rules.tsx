import type { Setting } from '@semaforo/contract/api/settings';
import { adviceIn, PUBLIC_PAGE_SETTING, PUBLIC_SLUG_SETTING } from '@semaforo/contract/domain/public-page';
import { SIGNAL_COLORS } from '@semaforo/contract/domain/signal-color';
import { ColorTag } from '../lamps/color-tag.tsx';
import { BASE_PATH } from '../platform/base-path.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import styles from './user-settings.module.css';

type OfSettings = { settings: readonly Setting[] };

const valueIn = (settings: readonly Setting[]) => (key: string) =>
  settings.find((setting) => setting.key === key)?.value ?? '';

/** What citizens will be told to do, to be read before the page is switched on. */
export function ReadTextsDialog(props: OfSettings & { onConfirm: () => void; onCancel: () => void }) {
  const advice = adviceIn(valueIn(props.settings));
  return (
    <ConfirmDialog
      question="Questo leggeranno i cittadini"
      confirmLabel="Ho letto: accendi la pagina"
      cancelLabel="Annulla"
      onConfirm={props.onConfirm}
      onCancel={props.onCancel}
    >
      <p>I testi si cambiano qui sotto, colore per colore. Valgono per tutti i segnali del Comune.</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard (WCAG 2.1.1) */}
      <section className={styles.texts} aria-label="Testi" tabIndex={0}>
        <dl>
          {SIGNAL_COLORS.toReversed().map((color) => (
            <div key={color}>
              <dt>
                <ColorTag status={color} small />
              </dt>
              <dd>
                <ul>
                  {advice[color].map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </ConfirmDialog>
  );
}

/** Where the page is, once it is on; and what is missing until then. */
export function PublicPageLinks({ settings }: OfSettings) {
  const settingOf = valueIn(settings);
  const slug = settingOf(PUBLIC_SLUG_SETTING);
  if (settingOf(PUBLIC_PAGE_SETTING) !== 'true') return null;
  if (slug === '') return <p role="status">Manca l’indirizzo: la pagina non c’è ancora.</p>;
  const page = `${BASE_PATH}/c/${slug}`;
  return (
    <p>
      <a href={page} target="_blank" rel="noreferrer">
        Apri la pagina pubblica
      </a>
      . Il foglio col codice QR per il palo sta nella pagina di ogni segnale. Per un altro sito:{' '}
      <a href={`${page}/badge.svg`} target="_blank" rel="noreferrer">
        bollino
      </a>
      ,{' '}
      <a href={`${page}/oembed`} target="_blank" rel="noreferrer">
        oEmbed
      </a>
      .
    </p>
  );
}
