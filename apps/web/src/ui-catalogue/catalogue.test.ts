import { existsSync, readdirSync, readFileSync } from 'node:fs';
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

test('the catalogue shows every block that has a look of its own', () => {
  const source = (folder: string, file: string) => readFileSync(join(WEB, 'src', folder, file), 'utf8');
  const reached = new Set<string>();
  const follow = (text: string) => {
    for (const [, file = ''] of text.matchAll(/from '\.(?:\.\/ui)?\/([a-z-]+\.tsx)'/g)) {
      if (reached.has(file) || !UI_BLOCKS.includes(file)) continue;
      reached.add(file);
      follow(source('ui', file));
    }
  };
  for (const file of readdirSync(join(WEB, 'src/ui-catalogue'))) follow(source('ui-catalogue', file));
  const hasLook = (file: string) => existsSync(join(WEB, 'src/ui', file.replace('.tsx', '.module.css')));
  expect(UI_BLOCKS.filter((file) => hasLook(file) && !reached.has(file))).toEqual([]);
});
