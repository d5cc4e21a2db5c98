import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { saveFile } from '../platform/save-file.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { PaddedPart } from '../ui/panel.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { readDaySheetCsv, type SheetChoice } from './day-sheet.queries.ts';
import styles from './daysheet.module.css';

/** Which day, `comune` for whose, and what to do with the sheet. Not on paper. */
export function DaySheetControls(props: {
  choice: SheetChoice;
  today: string;
  comune: ReactNode;
  canPrint: boolean;
  isReading: boolean;
  onDate: (date: string) => void;
  onRefresh: () => void;
}) {
  const { choice, today, comune, canPrint, isReading, onDate, onRefresh } = props;
  const saving = useMutation({
    mutationFn: () => readDaySheetCsv(choice),
    onSuccess: (file) => saveFile(`foglio-${choice.date}.csv`, file),
  });
  return (
    <div className={styles.controls}>
      <div className={styles.row}>
        <TextInput
          label="Giorno"
          type="date"
          value={choice.date}
          max={today}
          onChange={({ target }) => target.value !== '' && onDate(target.value)}
        />
        {comune}
        <Button disabled={!canPrint} onClick={() => window.print()}>
          Stampa o PDF
        </Button>
        <Button
          variant="outline"
          aria-disabled={saving.isPending}
          onClick={() => !saving.isPending && saving.mutate()}
        >
          <Icon name="download" small /> CSV
        </Button>
        <Button variant="outline" aria-disabled={isReading} onClick={() => !isReading && onRefresh()}>
          <Icon name="retry" small /> Aggiorna
        </Button>
      </div>
      {saving.isError && <PaddedPart role="alert">Il file CSV non è stato scaricato.</PaddedPart>}
    </div>
  );
}
