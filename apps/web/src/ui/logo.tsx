const DOTS_Y = [6.2, 12.75, 19.3, 25.85];

/** The mark of the product: a signal with no lamp lit. Decorative; the name goes beside it. */
export function Logo({ large = false }: { large?: boolean }) {
  return (
    <svg width={large ? 44 : 20} height={large ? 70 : 32} viewBox="0 0 20 32" aria-hidden="true">
      <rect x="1" y="1" width="18" height="30" rx="6" fill="none" stroke="currentColor" strokeWidth="2" />
      {DOTS_Y.map((y) => (
        <circle key={y} cx="10" cy={y} r="2.3" fill="currentColor" />
      ))}
    </svg>
  );
}
