import tseslint from 'typescript-eslint';

const LOST_SIGNAL = 'Node 20 may collect it while the work waits, which then never ends: use endAfter.';
const COPY_PER_ITEM = 'In a loop this copies the list for each of its items: use groupBy, or push.';

/** Only what needs types, or what Biome has no rule for: format and all other rules are Biome's. */
export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/dist-test-*/**',
      '**/node_modules/**',
      '.nodes/**',
      'vitest.config.ts',
      '**/*.js',
      '**/*.cjs',
      '**/*.mjs',
    ],
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: {
      parser: tseslint.parser,
      // One program for all workspaces: what they share is read once.
      parserOptions: { project: 'tsconfig.lint.json', tsconfigRootDir: import.meta.dirname },
    },
    plugins: { '@typescript-eslint': tseslint.plugin },
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-unnecessary-condition': 'error',
      '@typescript-eslint/no-unsafe-argument': 'error',
      '@typescript-eslint/no-unsafe-assignment': 'error',
      '@typescript-eslint/no-unsafe-call': 'error',
      '@typescript-eslint/no-unsafe-member-access': 'error',
      '@typescript-eslint/no-unsafe-return': 'error',
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/require-await': 'error',
      '@typescript-eslint/return-await': ['error', 'in-try-catch'],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
    },
  },
  {
    files: ['apps/*/src/**', 'packages/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'CallExpression[callee.property.name="set"] > ArrayExpression > SpreadElement',
          message: COPY_PER_ITEM,
        },
      ],
    },
  },
  {
    files: ['apps/server/**', 'apps/simulator/**', 'packages/**', 'faults/**', 'bench/**'],
    rules: {
      'no-restricted-properties': ['error', { object: 'AbortSignal', property: 'any', message: LOST_SIGNAL }],
    },
  },
);
