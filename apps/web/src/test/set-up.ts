import '../app/zod-without-eval.ts';
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { forgetLiveConnection } from '../live/live-connection.ts';
import { noteServerTime } from '../platform/server-clock.ts';
import { runFakeServer } from './fake-server.ts';

// A condition that comes true late, on a busy machine, is no failure.
configure({ asyncUtilTimeout: 30_000 });

runFakeServer();
// Files share the modules of the page: what one test left behind would reach the next.
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  forgetLiveConnection();
  noteServerTime(new Date().toISOString());
  localStorage.clear();
  sessionStorage.clear();
});

// What jsdom lacks of a browser: media queries (a wide window), sizes that change, scrolling, and modal dialogs.
globalThis.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: media.includes('min-width'),
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });
globalThis.scrollTo = () => undefined;
globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
const openers = new WeakMap<HTMLDialogElement, Element | null>();
HTMLDialogElement.prototype.showModal = function showModal(this: HTMLDialogElement) {
  openers.set(this, document.activeElement);
  this.open = true;
  this.querySelector<HTMLElement>('button, input, select, textarea, a[href]')?.focus();
};
HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
  this.open = false;
  const opener = openers.get(this);
  if (opener instanceof HTMLElement) opener.focus();
  this.dispatchEvent(new Event('close'));
};
