import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { UserText } from './user-text.tsx';

const STREET =
  'Sottopasso di via Vittorio Emanuele II angolo corso Garibaldi, lato mare, accanto alla pensilina, ';

test('what tells two long names apart stays in view, and all of the name in the page', () => {
  render(
    <p title="one">
      <UserText>{`${STREET}palo 3`}</UserText>
    </p>,
  );
  expect(screen.getByTitle('one')).toHaveTextContent(`${STREET}palo 3`);
  const end = screen.getByText(/palo 3$/, { selector: 'bdi > span' });
  expect(end.textContent.length).toBeLessThan(30);
});

test('a name of usual length is one text, and so is one endless word', () => {
  const endless = '🚦'.repeat(99);
  render(
    <>
      <UserText>Ponte sul Frigido</UserText>
      <UserText>{endless}</UserText>
    </>,
  );
  expect(screen.getByText('Ponte sul Frigido')).toBeInTheDocument();
  expect(screen.getByText(endless)).toBeInTheDocument();
});
