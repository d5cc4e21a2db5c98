import { wallLink } from '../../api/wall-key.ts';
import { Button } from '../../ui/button.tsx';
import { CodeLines } from '../../ui/code-lines.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { UserText } from '../../ui/user-text.tsx';
import type { NewWall } from './walls.queries.ts';

/** The link of a new wall, shown once. Esc does not close it: the link would be lost by a slip. */
export function NewWallDialog({ made, onClose }: { made: NewWall; onClose: () => void }) {
  const link = wallLink(made.accessToken);
  return (
    <Dialog
      title={<UserText>{made.wall.name}</UserText>}
      wide
      actions={<Button onClick={onClose}>Ho copiato il collegamento</Button>}
    >
      <p>
        Apri questo collegamento nel browser dello schermo, o mettilo come sua pagina iniziale.{' '}
        <b>Si vede solo adesso</b>, e chi lo ha vede le lampade: non mandarlo a chi non deve vederle.
      </p>
      <CodeLines label="Collegamento dello schermo">{link}</CodeLines>
      <CopyButton
        text={link}
        label="Copia il collegamento"
        copiedText="Collegamento copiato"
        failedText="Il browser non permette di copiare: seleziona il testo"
      />
    </Dialog>
  );
}
