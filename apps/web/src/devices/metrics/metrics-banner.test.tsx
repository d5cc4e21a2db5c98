import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DeviceMetricsBanner } from './metrics-banner.tsx';

const namesOf = (count: number) => Array.from({ length: count }, (_, at) => `Ponte ${at + 1}`);

test('the banner names the sixth device as well as the five before it', () => {
  render(<DeviceMetricsBanner failing={namesOf(6)} />);
  expect(screen.getByRole('status')).toHaveTextContent('6 dispositivi in errore: Ponte 1, Ponte 2, Ponte 3');
  expect(screen.getByRole('status')).toHaveTextContent('Ponte 6');
  expect(screen.queryByText(/un altro/)).toBeNull();
});

test('the banner counts those beyond five when they are several', () => {
  render(<DeviceMetricsBanner failing={namesOf(7)} />);
  expect(screen.getByText('… e altri 2')).toBeVisible();
  expect(screen.queryByText('Ponte 6')).toBeNull();
});
