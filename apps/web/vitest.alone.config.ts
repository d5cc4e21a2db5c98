import { configDefaults } from 'vitest/config';
import shared, { ALONE } from './vitest.config.ts';

/** Tests of the page that replace modules, which others of the same process would be given too. */
export default {
  ...shared,
  test: { ...shared.test, name: 'web alone', include: [ALONE], exclude: configDefaults.exclude, isolate: true },
};
