import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { deviceRecord } from '../../test/device-record.ts';
import { SignalCard } from './signal-card.tsx';

function showCard(changes: Parameters<typeof deviceRecord>[0], name: string) {
  render(<SignalCard device={deviceRecord(changes)} linkUp />);
  return within(screen.getByRole('article', { name }));
}

test('a confirmed signal says its colour, that it is confirmed, and when it last reported', () => {
  const card = showCard({}, 'Diga Vecchia');
  expect(card.getByRole('img', { name: 'Verde acceso, confermato' })).toBeVisible();
  expect(card.getByText('VERDE')).toBeVisible();
  expect(card.getByText('Confermato')).toBeVisible();
  const written = (_: string, element: Element | null) =>
    element?.textContent === 'Ultimo aggiornamento: 20/11/2026, 03:00:00';
  expect(card.getByText(written)).toBeVisible();
});

test('a signal without a name shows its topic in monospace', () => {
  const card = showCard({ device_name: null }, '/3/valdombra/s1');
  expect(card.getByRole('heading')).toHaveClass('mono');
});

test('a signal that never reported says so, without a date', () => {
  const card = showCard({ status: null, updated_at: null }, 'Diga Vecchia');
  expect(card.getByText('---')).toBeVisible();
  expect(card.getByText('Nessun dato')).toBeVisible();
  expect(card.queryByText(/Ultimo aggiornamento/)).toBeNull();
});

test('a signal in error says ERRORE and why, and shows no colour', () => {
  const card = showCard({ error: true, error_reason: 'Dispositivo non in linea' }, 'Diga Vecchia');
  expect(card.getByText('ERRORE')).toBeVisible();
  expect(card.getByText('Dispositivo non in linea')).toBeVisible();
  expect(card.queryByText('VERDE')).toBeNull();
});

test('a pending command keeps the confirmed colour and names the awaited one', () => {
  const card = showCard({ pending: 'arancio' }, 'Diga Vecchia');
  expect(card.getByText('VERDE')).toBeVisible();
  expect(card.getByText('In attesa: arancio')).toBeVisible();
});

test('a last known state without a time shows no date', () => {
  const card = showCard({ updated_at: null, stale: true }, 'Diga Vecchia');
  expect(card.getByText('Ultimo aggiornamento: ---')).toBeVisible();
  expect(card.getByText('Non aggiornato')).toBeVisible();
});
