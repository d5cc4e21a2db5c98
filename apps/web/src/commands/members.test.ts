import type { Group } from '@semaforo/contract/api/groups';
import { expect, test } from 'vitest';
import { sortedRows } from '../lists/columns.ts';
import { findGroups, groupColumns } from './members.ts';

const group = (id: number, name: string, username: string, devices: number): Group => ({
  id,
  name,
  userId: id,
  username,
  deviceIds: Array.from({ length: devices }, (_, index) => index),
});
const GROUPS = [
  group(1, 'Sottopassi', 'valdombra', 3),
  group(2, 'Argine', 'torrealta', 12),
  group(3, 'Scuole', 'valdombra', 1),
];

test('groups are found by name or Comune, in any case', () => {
  expect(findGroups(GROUPS, ' VALD').map(({ name }) => name)).toEqual(['Sottopassi', 'Scuole']);
  expect(findGroups(GROUPS, 'argi').map(({ name }) => name)).toEqual(['Argine']);
});

test('groups are sorted by how many devices they have, and by Comune where there are several', () => {
  const columns = groupColumns(true);
  const names = (title: string) =>
    sortedRows(GROUPS, columns, { title, descending: false }).map(({ name }) => name);
  expect(names('Dispositivi')).toEqual(['Scuole', 'Sottopassi', 'Argine']);
  expect(names('Comune')).toEqual(['Argine', 'Sottopassi', 'Scuole']);
  expect(groupColumns(false).map(({ title }) => title)).toEqual(['Nome', 'Dispositivi']);
});
