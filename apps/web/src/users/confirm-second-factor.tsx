import { QRCodeSVG } from 'qrcode.react';
import type { SubmitEvent } from 'react';
import { serverSentence } from '../api/failures.ts';
import { Button } from '../ui/button.tsx';
import fieldStyles from '../ui/field.module.css';
import layoutStyles from '../ui/layout.module.css';
import { TextInput } from '../ui/text-input.tsx';
import styles from './second-factor.module.css';
import { useConfirmSecondFactor } from './second-factor.queries.ts';

const QR_PIXELS = 148;

type ConfirmSecondFactorProps = {
  secretKey: { secret: string; uri: string };
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
};

/** The key as QR code and as text, and the field for the first code of the app. */
export function ConfirmSecondFactor({ secretKey, onConfirmed, onCancel }: ConfirmSecondFactorProps) {
  const confirmation = useConfirmSecondFactor();

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code'));
    if (confirmation.isPending) return;
    confirmation.mutate(code, { onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes) });
  }

  return (
    <form className={fieldStyles.form} onSubmit={submit}>
      <p>Inquadra il codice con l’app di autenticazione del telefono, poi scrivi le 6 cifre che mostra.</p>
      <div className={styles.key}>
        <QRCodeSVG
          className={styles.qr}
          value={secretKey.uri}
          size={QR_PIXELS}
          marginSize={4}
          title="Codice QR della chiave"
        />
        <div>
          <p className="small">Oppure scrivi la chiave:</p>
          <code>{secretKey.secret.match(/.{1,4}/g)?.join(' ')}</code>
        </div>
      </div>
      <TextInput
        label="Codice di 6 cifre"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        error={confirmation.error ? serverSentence(confirmation.error, 'Errore attivazione') : undefined}
        required
      />
      <div className={layoutStyles.row}>
        <Button type="submit" aria-disabled={confirmation.isPending}>
          Conferma
        </Button>
        <Button variant="outline" onClick={onCancel}>
          Annulla
        </Button>
      </div>
      <p className="small muted">Poi riceverai 10 codici di riserva, da stampare e tenere in cassaforte.</p>
    </form>
  );
}
