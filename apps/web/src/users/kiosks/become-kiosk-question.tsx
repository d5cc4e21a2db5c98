import { useOfferedKiosk } from '../../api/kiosk-key.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useCurrentUser } from '../users.queries.ts';

/** Asks before a browser in which somebody is logged in becomes the wall of a link. */
export function BecomeKioskQuestion() {
  const offered = useOfferedKiosk();
  const user = useCurrentUser().data;
  if (offered === null) return null;
  return (
    <ConfirmDialog
      question="Fare di questo browser uno schermo di sala?"
      confirmLabel="Sì, solo schermo"
      cancelLabel="No, resta così"
      onConfirm={offered.accept}
      onCancel={offered.decline}
    >
      {user && (
        <p>
          Adesso è collegato come <bdi>{user.wall ?? user.username}</bdi>.
        </p>
      )}
      <p className="small">
        Come schermo mostra le lampade e non può più comandare, finché qualcuno non accede.
      </p>
    </ConfirmDialog>
  );
}
