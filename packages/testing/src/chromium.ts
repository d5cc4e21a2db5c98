import type { LaunchOptions } from '@playwright/test';
import { findTestPrograms } from './machine.mjs';

const { chromium } = findTestPrograms();

/** How every browser here is started. */
export const CHROMIUM: LaunchOptions = {
  ...(chromium !== undefined && { executablePath: chromium }),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
};
