/** The polynomial of CRC-32 with its bits in reverse order, as gzip uses it. */
const POLYNOMIAL = 0xedb88320;
const ONE = 0x8000_0000;
const BITS = 32;

/** x to the power of 2^n modulo the polynomial, by n. */
const POWERS = powersOfX();

/**
 * The CRC-32 of two texts in a row, by that of each and the length of the second in bytes (below 2^31). This is how
 * zlib's crc32_combine does it, which Node does not offer.
 */
export function combineCrc32(first: number, second: number, secondLength: number): number {
  return (multiply(powerOfX(secondLength * 8), first) ^ second) >>> 0;
}

/** The product of two polynomials modulo the polynomial. */
function multiply(a: number, b: number): number {
  let product = 0;
  let factor = b;
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) product ^= factor;
    factor = (factor & 1) === 1 ? (factor >>> 1) ^ POLYNOMIAL : factor >>> 1;
  }
  return product >>> 0;
}

function powerOfX(exponent: number): number {
  let power = ONE;
  for (let left = exponent, n = 0; left > 0; left = Math.floor(left / 2), n += 1) {
    if (left % 2 === 1) power = multiply(POWERS[n % BITS] ?? ONE, power);
  }
  return power;
}

function powersOfX(): number[] {
  const powers = [ONE >>> 1];
  while (powers.length < BITS) {
    const last = powers.at(-1) ?? ONE;
    powers.push(multiply(last, last));
  }
  return powers;
}
