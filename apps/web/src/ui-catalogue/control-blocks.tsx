import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
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
  const [search, setSearch] = useState('');
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
        <PasswordInput label="Password" defaultValue="segreta" />
        <SearchInput label="Cerca" placeholder="Cerca per nome" value={search} onChange={setSearch} />
        <Select label="Colore" options={OPTIONS} defaultValue="rosso" />
      </Block>
      <Block name="Tabs">
        <Tabs label="Schede" tabs={TABS} selected={tab} onSelect={setTab}>
          Il pannello della scheda
        </Tabs>
      </Block>
      <Block name="ConfirmButton, ConfirmDialog">
        {[false, true].map((busy) => (
          <ConfirmButton
            key={String(busy)}
            label={busy ? 'busy' : 'Apri la domanda'}
            busy={busy}
            question="Confermi eliminazione?"
            confirmLabel="Elimina"
            cancelLabel="Annulla"
            onConfirm={() => undefined}
          >
            Diga Vecchia
          </ConfirmButton>
        ))}
      </Block>
    </>
  );
}
