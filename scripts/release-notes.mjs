/** The notes of a version in CHANGELOG.md, without their heading; undefined when it has none. */
export function notesOf(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.split('\n', 1)[0].split(' ')[0] === version);
  const notes = section?.slice(section.indexOf('\n')).trim();
  return notes === undefined || notes === '' ? undefined : `${notes}\n`;
}

const SEMANTIC = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;

/** What speaks against releasing a version: an empty list when nothing does. */
export function releaseFaults({ version, changelog, workspaces, isClean }) {
  const faults = [];
  if (!SEMANTIC.test(version)) faults.push(`package.json: ${version} is no semantic version`);
  if (notesOf(changelog, version) === undefined) faults.push(`CHANGELOG.md: nothing under ## ${version}`);
  for (const [name, other] of Object.entries(workspaces)) {
    if (other !== version) faults.push(`${name}: its version is ${other}, not ${version}`);
  }
  if (!isClean) faults.push('there are changes that are not committed');
  return faults;
}
