import styles from './icon.module.css';

export const ICON_PATHS = {
  alert: 'M12 3 2 20h20zM12 10v4M12 17v.01',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l2 2H4zM10 21h4',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  check: 'M5 12.5 10 17.5 19 7',
  chevron: 'M9 5l7 7-7 7',
  chip: 'M7 7h10v10H7zM10 3v4M14 3v4M10 17v4M14 17v4M3 10h4M3 14h4M17 10h4M17 14h4',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3 2',
  close: 'M6 6l12 12M18 6 6 18',
  dashboard: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  unequal: 'M5 9h14M5 15h14M16 4 8 20',
  'unequal-square': 'M3 3h18v18H3zM7 9.5h10M7 14.5h10M15 5.5l-6 13',
  document: 'M6 3h8l4 4v14H6zM14 3v4h4',
  dots: 'M6 12v.01M12 12v.01M18 12v.01',
  hand: 'M8 12V6a1.5 1.5 0 0 1 3 0v5M11 11V4.5a1.5 1.5 0 0 1 3 0V11M14 11V6a1.5 1.5 0 0 1 3 0v8c0 4-2 7-6 7-3 0-4-2-6-5l-1.5-2.5A1.5 1.5 0 0 1 5 12l3 3',
  help: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9.5 9.5a2.5 2.5 0 1 1 3.7 2.2c-.8.5-1.2 1-1.2 1.9M12 16.5v.01',
  history: 'M3 12a9 9 0 1 0 3-6.7L3 8M3 3v5h5M12 7v5l3 2',
  plug: 'M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4',
  download: 'M12 4v11M7 11l5 5 5-5M4 20h16',
  group: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM16.5 13v7M13 16.5h7',
  hourglass: 'M7 3h10M7 21h10M8 3c0 5 8 5 8 9s-8 4-8 9M16 3c0 5-8 5-8 9s8 4 8 9',
  layers: 'M4 5h16v6H4zM4 13h16v6H4zM7 8v.1M7 16v.1',
  lantern: 'M9 3h6M7 7h10l1 11H6zM8 21h8M12 3v4',
  laptop: 'M5 5h14v10H5zM2 19h20',
  'log-out': 'M10 4H5v16h5M15 8l4 4-4 4M19 12H9',
  map: 'M9 4 3 6v14l6-2 6 2 6-2V4l-6 2zM9 4v14M15 6v14',
  drop: 'M12 3c4 5 6 8 6 11a6 6 0 0 1-12 0c0-3 2-6 6-11z',
  megaphone: 'M4 10v4h3l9 5V5l-9 5zM19 9a4 4 0 0 1 0 6M7 14v5h3',
  menu: 'M3 6h18M3 12h18M3 18h18',
  minus: 'M6 12h12',
  moon: 'M20 14A8 8 0 1 1 10 4a7 7 0 0 0 10 10z',
  mountain: 'M2 20 9 8l4 6 3-4 6 10zM14 4l1 3M18 3l-.5 3',
  phone: 'M8 3h8v18H8zM11 18h2',
  pulse: 'M3 12h4l3-7 4 14 3-7h4',
  retry: 'M20 12a8 8 0 1 1-2.5-5.8L20 8M20 3v5h-5',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5',
  shield: 'M12 3 4 6v6c0 5 4 8 8 9 4-1 8-4 8-9V6z',
  sliders: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4',
  'sound-off': 'M4 10v4h4l5 4V6L8 10zM17 9l5 6M22 9l-5 6',
  'sound-on': 'M4 10v4h4l5 4V6L8 10zM16 9a4 4 0 0 1 0 6M19 6a8 8 0 0 1 0 12',
  storm: 'M7 15a4 4 0 0 1 .5-8A5.5 5.5 0 0 1 18 9a3 3 0 0 1 0 6M13 11l-3 5h4l-2 5',
  undo: 'M4 9h10a5 5 0 0 1 0 10h-3M8 5 4 9l4 4',
  unknown: 'M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 18v.01',
  upload: 'M12 15V4M7 9l5-5 5 5M4 20h16',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-4 4-6 8-6s8 2 8 6',
  water: 'M3 9c3-3 6 3 9 0s6-3 9 0M3 15c3-3 6 3 9 0s6-3 9 0',
};

export type IconName = keyof typeof ICON_PATHS;

/** A line drawing in the color of the text around it, hidden from screen readers: words go beside it. */
export function Icon({ name, small = false }: { name: IconName; small?: boolean }) {
  return (
    <svg
      className={small ? `${styles.icon} ${styles.small}` : styles.icon}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}
