/** The setting of a user that names the public channel of their Comune. */
export const CHANNEL_SETTING = 'telegram_channel';

const PUBLIC_NAME = /^@[A-Za-z][A-Za-z0-9_]{4,31}$/;
const CHANNEL_ID = /^-100\d{1,13}$/;

/** True for the name of a Telegram channel: a public name with `@`, or the id of a private channel (`-100…`). */
export function isTelegramChannel(text: string): boolean {
  return PUBLIC_NAME.test(text) || CHANNEL_ID.test(text);
}
