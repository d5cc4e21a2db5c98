import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { ChoiceList } from '../ui/choice-list.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { CountBadge } from '../ui/count-badge.tsx';
import { FileInput } from '../ui/file-input.tsx';
import { Fold } from '../ui/fold.tsx';
import layoutStyles from '../ui/layout.module.css';
import { PasswordInput } from '../ui/password-input.tsx';
import { PeriodChoice } from '../ui/period-choice.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { Select } from '../ui/select.tsx';
import { SelectBox } from '../ui/select-box.tsx';
import { Switch } from '../ui/switch.tsx';
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

const CHOICES = [
  { value: 'keep', label: 'Tiene l’ultimo colore', means: 'Chi passa vede la lampada com’era.' },
  { value: 'rosso', label: 'Rosso dopo un po’', means: 'Per i sottopassi.' },
];
const PERIODS = { '24h': { label: '24 ore' }, '7d': { label: '7 giorni' } };

const stay = () => undefined;

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
      <Block name="FileInput, SelectBox">
        <FileInput label="File" accept=".csv" onChoose={stay} />
        <SelectBox checked={false} onChange={stay}>
          Diga Vecchia
        </SelectBox>
        <SelectBox checked onChange={stay}>
          Ponte
        </SelectBox>
        <SelectBox checked={false} some onChange={stay}>
          Tutti
        </SelectBox>
      </Block>
      <Block name="Switch, Chip, CountBadge">
        {[false, true].map((isOn) => (
          <Switch key={String(isOn)} label="Rosso in due persone" isOn={isOn} busy={false} onSet={stay} />
        ))}
        {[false, true].map((pressed) => (
          <Chip key={String(pressed)} pressed={pressed} onClick={stay}>
            Argine
          </Chip>
        ))}
        <Chip pressed={false} kind="error" onClick={stay}>
          In errore 2
        </Chip>
        <CountBadge count={2} words="2 allarmi" />
      </Block>
      <Block name="ChoiceList, PeriodChoice">
        <ChoiceList label="Senza collegamento" choices={CHOICES} chosen="keep" busy={false} onChoose={stay} />
        <PeriodChoice periods={PERIODS} chosen="24h" onChoose={stay} />
      </Block>
      <Block name="Fold">
        <Fold title="Storico degli allarmi">Ciò che serve di rado.</Fold>
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
