import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DayFilter } from './day-filter.tsx';

test('the filter says how many schedules it hides, and when its days are the wrong way round', () => {
  const ignore = () => undefined;
  const { rerender } = render(
    <DayFilter range={{ from: '2026-11-20', to: '2026-11-21' }} hidden={21} onChange={ignore} />,
  );
  expect(screen.getByRole('status')).toHaveTextContent(/^21 nascoste dal filtro\.$/);
  rerender(<DayFilter range={{ from: '2026-11-22', to: '2026-11-21' }} hidden={1} onChange={ignore} />);
  expect(screen.getByRole('status')).toHaveTextContent('«Da» è dopo «A». 1 nascosta dal filtro.');
  rerender(<DayFilter range={{ from: '', to: '' }} hidden={0} onChange={ignore} />);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});
