import { expect, type Locator, type Page } from '@playwright/test';

const MOST_STOPS = 120;

/**
 * Presses Tab until the control has the focus. Fails when the control is not reached, or when an element on the way
 * does not show that it has the focus.
 */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
    const fault = await page.evaluate(faultOfFocus);
    expect(fault, 'the focus is shown').toBeNull();
  }
  throw new Error(`not reached by Tab in ${MOST_STOPS} stops: ${control}`);
}

/** Walks to the control by Tab and presses the key on it. */
export async function pressByKeyboard(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press(key);
}

/** Runs in the page. Returns the HTML of the focused element when its focus cannot be seen, else null. */
function faultOfFocus(): string | null {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return null;
  // The button that opens the browser's calendar is inside the field, and drawn by the browser.
  if (focused.matches('input[type=date], input[type=time]') && !focused.matches(':focus-visible'))
    return null;
  const { outlineStyle, outlineWidth } = getComputedStyle(focused);
  const { top, bottom, width } = focused.getBoundingClientRect();
  const outlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  const inWindow = bottom > 0 && top < innerHeight && width > 0;
  return outlined && inWindow ? null : focused.outerHTML.slice(0, 200);
}
