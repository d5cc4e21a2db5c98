const HEAD = `# Decisions

Why things are as they are: one record a page, with its context, the decision and its consequences. A record that no
longer holds stays, short, and names its successor. \`node scripts/decisions-index.mjs --write\` writes this page from
the records; \`npm run check\` compares them.
`;
const TITLE = /^# (\d{4}) (.+)$/m;
const STATUS = /^Status: ([\s\S]*?)\n\n/m;

/** The index page of the records `{ file, text }`: those marked 'Read first', those that hold, those superseded. */
export function decisionsIndex(records) {
  const rows = records.map(({ file, text }) => {
    const [, number, title] = TITLE.exec(text) ?? [];
    const status = STATUS.exec(text)?.[1] ?? '';
    if (number !== file.slice(0, 4) || !/^(accepted|superseded)\b/.test(status)) {
      throw new Error(
        `${file}: its title must begin with its number, and its status with accepted or superseded`,
      );
    }
    return { line: `- [${number}](${file}) ${title}`, status };
  });
  const section = (heading, isIn) => {
    const lines = rows.filter(({ status }) => isIn(status)).map(({ line }) => line);
    return lines.length === 0 ? [] : [`## ${heading}\n\n${lines.join('\n')}\n`];
  };
  const isSuperseded = (status) => status.startsWith('superseded');
  return [
    HEAD,
    ...section('Read these first', (status) => status.includes('Read first.')),
    ...section('In force', (status) => !isSuperseded(status)),
    ...section('Superseded', isSuperseded),
  ].join('\n');
}
