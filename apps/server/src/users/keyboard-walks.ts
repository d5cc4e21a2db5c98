/** The rows of an Italian keyboard, each half a key further to the right than the one above. */
const ROWS = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const SHIFT_OF_A_ROW = 0.5;
const NEIGHBOUR_DISTANCE = 1.1;
const EASY_STEPS_PER_HARD_ONE = 4;

const KEYS = new Map(
  ROWS.flatMap((row, y) => [...row].map((key, x) => [key, { x: x + y * SHIFT_OF_A_ROW, y }] as const)),
);

/**
 * True for what fingers or an alphabet give by themselves, such as `1q2w3e4r`, `11223344`, `abc12345` or `a1b2c3d4`:
 * nearly every sign follows from the one before it, or from the one before that.
 */
export function isWalk(text: string): boolean {
  const signs = [...text];
  return hasFewHardSteps(signs, 1) || hasFewHardSteps(signs, 2);
}

/** How many signs do not follow from the one that stands so far before them. */
function hasFewHardSteps(signs: readonly string[], apart: number): boolean {
  const steps = signs.slice(apart).map((sign, index) => isEasy(signs[index] ?? '', sign));
  const hard = steps.filter((easy) => !easy).length;
  return steps.length > 0 && hard * (EASY_STEPS_PER_HARD_ONE + 1) <= steps.length;
}

function isEasy(before: string, sign: string): boolean {
  if (before === sign) return true;
  if (/^[a-z\d]{2}$/.test(before + sign) && Math.abs(before.charCodeAt(0) - sign.charCodeAt(0)) === 1) {
    return true;
  }
  const [one, other] = [KEYS.get(before), KEYS.get(sign)];
  if (!one || !other) return false;
  return Math.abs(one.y - other.y) <= 1 && Math.abs(one.x - other.x) <= NEIGHBOUR_DISTANCE;
}
