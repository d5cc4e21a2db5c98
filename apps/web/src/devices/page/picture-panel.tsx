import { PICTURE_MAX_BYTES, PICTURE_MAX_SIDE } from '@semaforo/contract/domain/device-picture';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { callForBody } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { Button } from '../../ui/button.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { Panel } from '../../ui/panel.tsx';
import type { Toast } from '../../ui/toast.tsx';
import styles from './device-page.module.css';
import { useChangePicture } from './device-page.queries.ts';

type PicturePanelProps = {
  id: number;
  name: string;
  /** When it was changed last; null: there is none. */
  changedAt: string | null;
  onNotice: (notice: Toast) => void;
};

/** What the place of a device looks like. */
export function PicturePanel({ id, name, changedAt, onNotice }: PicturePanelProps) {
  const input = useRef<HTMLInputElement>(null);
  const changing = useChangePicture({ id, onNotice });
  const url = usePictureUrl(id, changedAt);
  return (
    <Panel label="Foto">
      <div className={layoutStyles.stack}>
        <h2>Foto</h2>
        {url !== undefined && <img className={styles.picture} src={url} alt={`Il posto di ${name}`} />}
        {changedAt === null && (
          <p className="muted">Nessuna foto: aiuta chi deve trovare il palo di notte.</p>
        )}
        <div className={layoutStyles.row}>
          <input
            ref={input}
            className="sr"
            type="file"
            accept="image/*"
            aria-label="File della foto"
            tabIndex={-1}
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              event.target.value = '';
              if (file) changing.mutate(() => toSmallJpeg(file));
            }}
          />
          <Button
            variant="outline"
            aria-disabled={changing.isPending}
            onClick={() => changing.isPending || input.current?.click()}
          >
            {changing.isPending ? 'Salvo…' : changedAt === null ? 'Carica una foto' : 'Sostituisci la foto'}
          </Button>
          {changedAt !== null && (
            <Button variant="link" onClick={() => changing.isPending || changing.mutate(undefined)}>
              Togli la foto
            </Button>
          )}
        </div>
      </div>
    </Panel>
  );
}

/** The picture as an address of this page; undefined until it is read, or without one. */
function usePictureUrl(id: number, changedAt: string | null): string | undefined {
  const [url, setUrl] = useState<string>();
  const { data } = useQuery({
    queryKey: [...queryKeys.devicePage(id), 'picture', changedAt],
    queryFn: async () => (await callForBody('getPicture', { params: { id } })).blob(),
    enabled: changedAt !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    if (!data) return undefined;
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return changedAt === null ? undefined : url;
}

/** The picture drawn anew, smaller until it fits; as base64. Rejects for what is no picture. */
async function toSmallJpeg(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file);
  for (let side = PICTURE_MAX_SIDE; side >= 200; side *= 0.75) {
    const scale = Math.min(1, side / Math.max(picture.width, picture.height));
    const canvas = new OffscreenCanvas(
      Math.max(1, Math.round(picture.width * scale)),
      Math.max(1, Math.round(picture.height * scale)),
    );
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 });
    if (jpeg.size <= PICTURE_MAX_BYTES) return toBase64(jpeg);
  }
  throw new Error('La foto è troppo grande');
}

async function toBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
