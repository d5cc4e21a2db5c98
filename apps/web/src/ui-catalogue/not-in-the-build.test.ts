import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';

const WEB = join(import.meta.dirname, '../..');
const UI_BLOCKS = readdirSync(join(WEB, 'src/ui')).filter((file) => /^(?!.*\.test).*\.tsx$/.test(file));

test('the build includes no file of the catalogue of ui', async () => {
  const modules: string[] = [];
  await build({
    root: WEB,
    logLevel: 'silent',
    build: { write: false },
    plugins: [{ name: 'list-modules', moduleParsed: ({ id }) => void modules.push(id) }],
  });
  expect(modules.filter((id) => id.includes('/src/ui/')).length).toBeGreaterThan(UI_BLOCKS.length / 2);
  expect(modules.filter((id) => id.includes('ui-catalogue') || id.endsWith('/ui.html'))).toEqual([]);
});
