/**
 * True when the filter matches every topic that the other one matches; the other one may be a topic, too. Filters are
 * those of MQTT: `+` is one level, `#` at the end all that follow, or none.
 */
export function coversFilter(filter: string, other: string): boolean {
  const levels = filter.split('/');
  const others = other.split('/');
  if (levels.at(-1) === '#') {
    const parent = levels.slice(0, -1);
    return (
      others.length >= parent.length && parent.every((level, index) => coversLevel(level, others[index]))
    );
  }
  return levels.length === others.length && levels.every((level, index) => coversLevel(level, others[index]));
}

/** True when there may be a topic that both filters match. */
export function overlaps(one: string, other: string): boolean {
  const levels = one.split('/');
  const others = other.split('/');
  for (let at = 0; ; at += 1) {
    const [level, otherLevel] = [levels[at], others[at]];
    if (level === '#' || otherLevel === '#') return true;
    if (level === undefined || otherLevel === undefined) return level === otherLevel;
    if (level !== '+' && otherLevel !== '+' && level !== otherLevel) return false;
  }
}

function coversLevel(level: string, other: string | undefined): boolean {
  return level === '+' ? other !== undefined && other !== '#' : level === other;
}
