/** A triangle with '!', centred on its origin: the device is in error. */
export function ErrorBadge({ transform }: { transform: string }) {
  return (
    <g transform={transform}>
      <path d="M0-10 11 9H-11z" fill="#c4142a" stroke="#fff" strokeWidth="2" strokeLinejoin="round" />
      <path d="M0-3v5.5M0 5.6v.3" stroke="#fff" strokeWidth="2.4" strokeLinecap="round" />
    </g>
  );
}

/** A clock, centred on its origin: what is shown is the last known state. */
export function StaleBadge({ transform }: { transform: string }) {
  return (
    <g transform={transform}>
      <circle r="9.5" fill="#fff" stroke="#17212b" strokeWidth="1.5" />
      <path d="M0-5v5l3.5 2" fill="none" stroke="#17212b" strokeWidth="2" strokeLinecap="round" />
    </g>
  );
}

/** Three dots in a dashed ring, centred on its origin: a command waits for the device's report. */
export function PendingBadge({ transform }: { transform: string }) {
  return (
    <g transform={transform} stroke="#0066cc">
      <circle r="10" fill="#fff" stroke="none" />
      <circle r="9" fill="none" strokeWidth="2.4" strokeDasharray="4 2.5" />
      <path d="M-3.5 0v.01M0 0v.01M3.5 0v.01" strokeWidth="2.8" strokeLinecap="round" />
    </g>
  );
}

/** An unequal sign in a square, centred on its origin: the device shows something else than it was asked. */
export function OutOfSyncBadge({ transform }: { transform: string }) {
  return (
    <g transform={transform} data-badge="out-of-sync">
      <rect x="-9.5" y="-9.5" width="19" height="19" rx="3" fill="#7a4a00" stroke="#fff" strokeWidth="1.6" />
      <path
        d="M-5.5-2.5h11M-5.5 2.5h11M3-6l-6 12"
        fill="none"
        stroke="#fff"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </g>
  );
}

/** A wrench in a circle, centred on its origin: people work on the device. */
export function MaintenanceBadge({ transform }: { transform: string }) {
  return (
    <g transform={transform} data-badge="maintenance">
      <circle r="9.5" fill="#fff" stroke="#45576a" strokeWidth="1.5" strokeDasharray="2 1.6" />
      <path
        d="M-5 5 1-1M1.5-5.5a3.6 3.6 0 1 0 4 4l-2.6.5-1.9-1.9z"
        fill="none"
        stroke="#45576a"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </g>
  );
}
