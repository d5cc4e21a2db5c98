import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ACT } from '../../../test/acts.ts';
import { createTestDatabase, testEngines } from '../../../test/test-database.ts';
import type { OpenDatabase } from '../../database/engine.ts';
import { createZoneShapesRepository } from './zone-shapes.repository.ts';

describe.each(testEngines())('the shapes of zones on %s', (engine) => {
  let database: OpenDatabase;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
  });
  afterEach(() => database.close());

  const stored = () =>
    database.db.selectFrom('zone_shapes').select(['name', 'shape']).orderBy('id').execute();
  const square = (size: number) => `[[[[0,0],[${size},0],[${size},${size}],[0,0]]]]`;

  test('are stored once each, and a zone has that of the latest bulletin', async () => {
    const repository = createZoneShapesRepository(database.db);
    const keep = (issuedAt: number, ...sizes: number[]) =>
      repository.keep(
        sizes.map((size, zone) => ({ name: `Zona ${zone}`, shape: square(size) })),
        issuedAt,
        ACT,
      );
    const newest = async () => {
      const known = await repository.newest();
      const shapes = await repository.shapesOf(known.map(({ id }) => id));
      return known.map(({ id, name, issuedAt }) => [name, issuedAt, shapes.get(id)]);
    };
    expect(await repository.isKept(100)).toBe(false);
    await keep(100, 1, 1);
    expect(await repository.isKept(100)).toBe(true);
    await keep(200, 1, 2);
    expect(await newest()).toEqual([
      ['Zona 1', 200, square(2)],
      ['Zona 0', 200, square(1)],
    ]);
    // One that comes late, and one that goes back to the first shape.
    await keep(150, 3);
    await keep(300, 1, 1);
    expect(await newest()).toEqual([
      ['Zona 1', 300, square(1)],
      ['Zona 0', 300, square(1)],
    ]);
    expect(await stored()).toHaveLength(4);
    await repository.keep([{ name: ' ZONA  0', shape: square(1) }], 400, ACT);
    expect(await stored()).toHaveLength(4);
  });

  test('have an end in bytes: new ones are refused and told, those that are stored stay', async () => {
    const repository = createZoneShapesRepository(database.db, { keptBytes: 100 });
    expect(await repository.keep([{ name: 'A', shape: square(1) }], 100, ACT)).toBe(0);
    const long = { name: 'B', shape: `[${'9,'.repeat(40)}9]` };
    expect(await repository.keep([{ name: 'A', shape: square(1) }, long], 200, ACT)).toBe(1);
    expect(await repository.keep([long], 200, undefined)).toBe(1);
    expect(await repository.newest()).toMatchObject([{ name: 'A', issuedAt: 200 }]);
    const rows = await database.db.selectFrom('audit').select(['action', 'outcome', 'code']).execute();
    expect(rows).toEqual([{ action: 'bulletins.shapes', outcome: 'fallita', code: 'too-many-shapes' }]);
  });
});
