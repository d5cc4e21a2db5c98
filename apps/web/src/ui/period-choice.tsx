import { Button } from './button.tsx';
import layoutStyles from './layout.module.css';

type PeriodChoiceProps<Period extends string> = {
  periods: Readonly<Record<Period, { label: string }>>;
  chosen: Period;
  onChoose: (period: Period) => void;
};

/** Over which period something is shown: at the end of the head of a panel. */
export function PeriodChoice<Period extends string>({
  periods,
  chosen,
  onChoose,
}: PeriodChoiceProps<Period>) {
  return (
    <span className={`${layoutStyles.row} ${layoutStyles.wrap} ${layoutStyles.push}`}>
      {(Object.keys(periods) as Period[]).map((period) => (
        <Button
          key={period}
          size="small"
          variant={period === chosen ? 'solid' : 'outline'}
          aria-pressed={period === chosen}
          onClick={() => onChoose(period)}
        >
          {periods[period].label}
        </Button>
      ))}
    </span>
  );
}
