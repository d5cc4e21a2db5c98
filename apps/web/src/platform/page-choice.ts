import { type Store, useStore } from './store.ts';
import { createStoredText } from './stored-text.ts';

/** A choice about the look of the page, kept in this browser. */
export type PageChoice = {
  toggle: () => void;
  followStored: () => void;
  isOn: Pick<Store<boolean>, 'get' | 'subscribe'>;
};

/** A choice that style sheets can see while it is on, as an attribute of the page: `<html data-theme="dark">`. */
export function createPageChoice(name: 'theme' | 'blink', valueWhenOn: string): PageChoice {
  const stored = createStoredText(name);
  const isOn = () => stored.get() === valueWhenOn;
  const apply = () => {
    if (isOn()) document.documentElement.dataset[name] = valueWhenOn;
    else delete document.documentElement.dataset[name];
  };
  return {
    isOn: { get: isOn, subscribe: stored.subscribe },
    toggle: () => {
      stored.set(isOn() ? null : valueWhenOn);
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
