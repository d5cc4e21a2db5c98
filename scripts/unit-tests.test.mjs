import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findUnitTests } from './unit-tests.mjs';

const COMPUTES = "import { expect, test } from 'vitest';\nimport { add } from './add.ts';\n";

test('a unit test and all that it imports only compute', () => {
  const root = makeProject({
    'packages/contract/src/domain/sum.ts': 'export const sum = 1;',
    'apps/server/src/add.ts':
      "import {\n  sum,\n} from '@semaforo/contract/domain/sum';\nexport const add = sum;",
    'apps/server/src/add.test.ts': COMPUTES,
    'apps/server/src/types.test.ts':
      "import type { Server } from 'node:http';\nimport { test } from 'vitest';",
    'apps/server/src/store.ts': "import { readFileSync } from 'node:fs';\nexport const read = readFileSync;",
    'apps/server/src/reads.ts': "export { read } from './store.ts';",
    'apps/server/src/reads.test.ts': "import { read } from './reads.ts';",
    'apps/server/src/later.test.ts': "const { read } = await import('./reads.ts');",
    'apps/server/src/socket.test.ts': "import mqtt from 'mqtt';",
    'apps/web/src/page.ts': 'export const title = () => document.title;',
    'apps/web/src/page.test.ts': "import { title } from './page.ts';",
  });

  expect(findUnitTests(root)).toEqual(['apps/server/src/add.test.ts', 'apps/server/src/types.test.ts']);
});

test('the device machine is among the unit tests, and a server that starts is not', () => {
  const found = findUnitTests();

  expect(found).toContain('packages/contract/src/domain/device/step-device.test.ts');
  expect(found).not.toContain('apps/server/src/app.test.ts');
});

function makeProject(files) {
  const root = mkdtempSync(join(tmpdir(), 'semaforo-unit-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}
