import { type Store, useStore } from './store.ts';
import { createStoredText } from './stored-text.ts';

const OFF = 'off';

/** A choice about the look of the page, kept in this browser. */
export type PageChoice = {
  toggle: () => void;
  followStored: () => void;
  isOn: Pick<Store<boolean>, 'get' | 'subscribe'>;
};

/**
 * A choice that style sheets can see while it is on, as an attribute of the page: `<html data-theme="dark">`. Until
 * somebody chooses, the media query `unlessChosen` decides.
 */
export function createPageChoice(
  name: 'theme' | 'blink',
  valueWhenOn: string,
  unlessChosen?: string,
): PageChoice {
  const stored = createStoredText(name);
  const system = () => unlessChosen !== undefined && matchMedia(unlessChosen).matches;
  const isOn = () => {
    const chosen = stored.get();
    return chosen === null ? system() : chosen === valueWhenOn;
  };
  const apply = () => {
    if (isOn()) document.documentElement.dataset[name] = valueWhenOn;
    else delete document.documentElement.dataset[name];
  };
  return {
    isOn: { get: isOn, subscribe: stored.subscribe },
    toggle: () => {
      const next = !isOn();
      // What the system says by itself need not be stored.
      stored.set(next === system() ? null : next ? valueWhenOn : OFF);
      apply();
    },
    /** Applies the stored choice, now and whenever another tab changes it. */
    followStored: () => {
      apply();
      stored.subscribe(apply);
    },
  };
}

/** Whether the choice is on. */
export function usePageChoice({ isOn }: PageChoice): boolean {
  return useStore(isOn);
}
