export type BotCommand = { name: string; argument: string };

const COMMAND = /^\/([a-z]\w*)(?:@(\w+))?(?:\s+([\s\S]*))?$/i;

/** Reads a command to the bot of that name. Undefined for any other text, and for a command to another bot. */
export function readBotCommand(text: string, botName: string): BotCommand | undefined {
  const [, name, addressee, argument = ''] = COMMAND.exec(text.trim()) ?? [];
  if (name === undefined) return undefined;
  if (addressee !== undefined && addressee.toLowerCase() !== botName.toLowerCase()) return undefined;
  return { name: name.toLowerCase(), argument: argument.trim() };
}
