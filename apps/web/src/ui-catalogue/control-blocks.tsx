import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import layoutStyles from '../ui/layout.module.css';
import { PasswordInput } from '../ui/password-input.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { Select } from '../ui/select.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { Block } from './block.tsx';

const VARIANTS = ['solid', 'outline', 'danger', 'link'] as const;
const SIZES = ['normal', 'small', 'square', 'block'] as const;
const TABS = [
  { id: 'first', label: 'Prima' },
  { id: 'second', label: 'Seconda' },
];
const OPTIONS = [
  { value: 'verde', label: 'verde' },
  { value: 'rosso', label: 'rosso' },
];

/** What a person presses, types in or chooses from. */
export function ControlBlocks() {
  const [tab, setTab] = useState('first');
  const [asking, setAsking] = useState(false);
  const [search, setSearch] = useState('');
  const close = () => setAsking(false);
  return (
    <>
      {VARIANTS.map((variant) => (
        <Block key={variant} name={`Button ${variant}`}>
          {SIZES.map((size) => (
            <div key={size} className={`${layoutStyles.row} ${layoutStyles.wrap}`}>
              <Button variant={variant} size={size}>
                {size === 'square' ? 'X' : size}
              </Button>
              <Button variant={variant} size={size} disabled>
                {size === 'square' ? 'X' : 'disabled'}
              </Button>
            </div>
          ))}
        </Block>
      ))}
      <Block name="TextInput">
        <TextInput label="Testo" defaultValue="Diga Vecchia" />
        <TextInput label="Obbligatorio" required placeholder="vuoto" />
        <TextInput label="In errore" defaultValue="nord" error="La latitudine è un numero" />
      </Block>
      <Block name="PasswordInput, SearchInput, Select">
        <PasswordInput label="Password" showLabel="Mostra" hideLabel="Nascondi" defaultValue="segreta" />
        <SearchInput label="Cerca" placeholder="Cerca per nome" value={search} onChange={setSearch} />
        <Select label="Colore" options={OPTIONS} defaultValue="rosso" />
      </Block>
      <Block name="Tabs">
        <Tabs label="Schede" tabs={TABS} selected={tab} onSelect={setTab}>
          Il pannello della scheda
        </Tabs>
      </Block>
      <Block name="ConfirmDialog">
        <Button onClick={() => setAsking(true)}>Apri la domanda</Button>
        {asking && (
          <ConfirmDialog
            question="Confermi eliminazione?"
            confirmLabel="Elimina"
            cancelLabel="Annulla"
            onConfirm={close}
            onCancel={close}
          >
            Diga Vecchia
          </ConfirmDialog>
        )}
      </Block>
    </>
  );
}
