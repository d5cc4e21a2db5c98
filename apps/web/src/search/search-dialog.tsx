import { labelOf } from '@semaforo/contract/domain/label';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { deviceStatusesQuery, listDevices } from '../api/device-snapshot.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { UserText } from '../ui/user-text.tsx';
import styles from './search-dialog.module.css';

const SHOWN = 8;

/** Somewhere to go: a screen, a signal or a lantern. */
type Place = { label: string; path: string; kind: string };

/** Goes to a screen or a device by its name, from the keyboard alone: arrows choose, Enter goes there. */
export function SearchDialog({ screens, onClose }: { screens: readonly Place[]; onClose: () => void }) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const navigate = useNavigate();
  const listId = useId();
  const places = usePlaces(screens, text);
  const go = (place: Place | undefined) => {
    if (!place) return;
    onClose();
    void navigate(place.path);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') go(places[chosen]);
    else if (step !== undefined && places.length > 0) {
      setChosen((chosen + step + places.length) % places.length);
    } else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Cerca" onCancel={onClose} actions={<Button onClick={onClose}>Chiudi</Button>}>
      <TextInput
        label="Segnale, lanterna o pagina"
        role="combobox"
        aria-expanded={places.length > 0}
        aria-controls={listId}
        aria-activedescendant={places.length > 0 ? `${listId}-${chosen}` : undefined}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label="Trovati" className={styles.found}>
        {places.map((place, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
          <div
            key={place.path}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === chosen}
            onClick={() => go(place)}
          >
            <UserText>{place.label}</UserText> <span className="muted small">{place.kind}</span>
          </div>
        ))}
      </div>
      {places.length === 0 && <p role="status">Nulla con questo nome.</p>}
    </Dialog>
  );
}

/** What has the text in its name or topic, the first ones; screens before anything is typed. */
function usePlaces(screens: readonly Place[], text: string): readonly Place[] {
  const statuses = useQuery(deviceStatusesQuery).data;
  const sought = text.trim().toLowerCase();
  if (sought === '') return screens.slice(0, SHOWN);
  const found: Place[] = screens.filter(({ label }) => label.toLowerCase().includes(sought));
  for (const device of statuses ? listDevices(statuses) : []) {
    if (found.length >= SHOWN) break;
    const label = labelOf(device);
    if (!`${label} ${device.topic}`.toLowerCase().includes(sought)) continue;
    found.push({ label, path: `/devices/${device.id}`, kind: device.device_type });
  }
  return found.slice(0, SHOWN);
}
