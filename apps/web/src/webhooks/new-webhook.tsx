import { WEBHOOK_EVENTS, type WebhookEvent } from '@semaforo/contract/domain/webhook-events';
import { type SubmitEvent, useId, useState } from 'react';
import { toggled } from '../platform/toggled.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import fieldStyles from '../ui/field.module.css';
import { Select } from '../ui/select.tsx';
import { SelectBox } from '../ui/select-box.tsx';
import { ShownOnce } from '../ui/shown-once.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { ToastAlert, useToast } from '../ui/toast.tsx';
import { describeEvent } from './webhook-words.ts';
import styles from './webhooks.module.css';
import { useCreateWebhook } from './webhooks.queries.ts';

/** Whose events may be sent apart. */
export type Comune = { id: number; username: string };

/** Asks for an address and when to send there; its secret is then shown once. */
export function NewWebhook({ comuni, onClose }: { comuni: readonly Comune[]; onClose: () => void }) {
  const { shown, notify, close } = useToast();
  const create = useCreateWebhook({ onNotice: notify });
  const [events, setEvents] = useState<ReadonlySet<WebhookEvent>>(new Set(['alert.began', 'alert.ended']));
  const form = useId();
  if (create.data) {
    return (
      <ShownOnce
        title="Indirizzo aggiunto"
        what="il segreto"
        copied="Segreto copiato"
        label="Segreto"
        text={create.data.secret}
        onClose={onClose}
      >
        Chi riceve verifica con questo segreto che una consegna viene da qui. <b>Si vede solo adesso</b>:
        chiusa questa finestra, per averne un altro l’indirizzo va tolto e rimesso.
      </ShownOnce>
    );
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const userId = Number(typed.get('userId') ?? '');
    if (events.size === 0) return notify({ kind: 'danger', text: 'Scegli almeno un evento' });
    if (create.isPending) return;
    create.mutate({
      ...{ url: String(typed.get('url')).trim(), events: WEBHOOK_EVENTS.filter((name) => events.has(name)) },
      ...(userId > 0 && { user_id: userId }),
    });
  }

  return (
    <Dialog
      title="Nuovo indirizzo"
      wide
      onCancel={onClose}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" form={form} aria-disabled={create.isPending}>
            Aggiungi
          </Button>
        </>
      }
    >
      <form id={form} className={fieldStyles.form} onSubmit={submit}>
        <TextInput
          label="Indirizzo"
          name="url"
          type="url"
          placeholder="https://protocollo.comune.example/avvisi"
          autoComplete="off"
          maxLength={1000}
          required
        />
        <Select
          label="Manda ciò che è di"
          name="userId"
          options={[
            { value: '', label: 'Tutti, anche gli allarmi del sistema' },
            ...comuni.map(({ id, username }) => ({ value: String(id), label: username })),
          ]}
        />
        <fieldset className={styles.events}>
          <legend>
            <b>Quando</b>
          </legend>
          {WEBHOOK_EVENTS.map((name) => (
            <SelectBox
              key={name}
              checked={events.has(name)}
              onChange={() => setEvents(toggled(events, name))}
            >
              <span>
                {describeEvent(name)}
                <br />
                <span className="small muted mono">{name}</span>
              </span>
            </SelectBox>
          ))}
        </fieldset>
      </form>
      <ToastAlert shown={shown} closeLabel="Chiudi" onClose={close} />
    </Dialog>
  );
}
