// The console's icons: line drawings on a 24-pixel grid, in the colour of the surrounding text. They are decorative: a
// label is beside each.
import { rem } from '@mantine/core';

const iconPaths = {
  home: 'M4 11.5 12 5l8 6.5M6 10v9h12v-9M10 19v-5h4v5',
  building: 'M5 20V5h9v15M14 10h5v10M3 20h18M8 8.5h3M8 12h3M8 15.5h3M17 13.5v0M17 16.5v0',
  invoice: 'M6 3.5h12v17l-2.5-1.6-2 1.6-1.5-1.6-1.5 1.6-2-1.6L6 20.5zM9 8h6M9 11.5h6M9 15h3.5',
  meter: 'M12 20a8 8 0 1 1 8-8M12 12l4-3.5M4.5 12H6M12 4.5V6M18.5 16v4M16.5 18h4',
  payment: 'M3.5 7h17v11h-17zM3.5 10.5h17M7 14.5h3',
  people:
    'M9 11.5a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4M3.5 19c.5-3.2 2.7-5 5.5-5s5 1.8 5.5 5M15.5 5.6a3 3 0 0 1 0 5.6M17 14.4c2 .5 3.2 2.1 3.5 4.6',
  wrench: 'M20 6.5a4.5 4.5 0 0 1-6 5.6L7 19.2a1.9 1.9 0 0 1-2.7-2.7l7-7A4.5 4.5 0 0 1 17 4l-2.6 2.7 2.8 2.8z',
  settings: 'M4 7h9M17 7h3M4 12h3M11 12h9M4 17h11M19 17h1M15 5v4M9 10v4M17 15v4',
  book: 'M5 4.5h9.5A2.5 2.5 0 0 1 17 7v13H7.5A2.5 2.5 0 0 1 5 17.5zM5 17.5A2.5 2.5 0 0 1 7.5 15H17M9 8.5h4.5M20 7v13',
  apartment: 'M5 20V4h14v16M3 20h18M10 20v-5h4v5M9 8h.01M15 8h.01M9 11.5h.01M15 11.5h.01',
  check: 'M5 12.5 10 17.5 19.5 7',
  warning: 'M12 4.5 21 19.5H3zM12 10v4.5M12 17v.01',
  upload: 'M12 15.5V5M8 8.5 12 4.5l4 4M5 15.5V19h14v-3.5',
  download: 'M12 4.5V15M8 11.5l4 4 4-4M5 17v2.5h14V17',
  plus: 'M12 5.5v13M5.5 12h13',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
  left: 'M14.5 6 8.5 12l6 6',
  right: 'M9.5 6 15.5 12l-6 6',
  search: 'M11 17.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13M15.8 15.8 20 20',
  help: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16M9.7 9.7a2.3 2.3 0 1 1 3.4 2c-.8.5-1.1.9-1.1 1.8M12 16.2v.01',
  photo: 'M4 7.5h3.5L9 5.5h6l1.5 2H20v11H4zM12 16a3 3 0 1 0 0-6 3 3 0 0 0 0 6',
  webhook:
    'M12 8.5a2.5 2.5 0 1 0-2.2-3.7M12 6l-4 8M7.5 18.5a2.6 2.6 0 1 1 0-5.2M8 16h8.5M18 18.3a2.5 2.5 0 1 0-3.6-2.8M12.7 8.2l3.3 6',
  user: 'M12 12a3.8 3.8 0 1 0 0-7.6 3.8 3.8 0 0 0 0 7.6M5 20c.6-3.7 3.4-5.8 7-5.8s6.4 2.1 7 5.8',
  trash: 'M5 7h14M10 7V4.8h4V7M7 7l.8 12.5h8.4L17 7M10.3 10.5v5.5M13.7 10.5v5.5',
} as const;

export type IconName = keyof typeof iconPaths;

export function Icon({ name, size = 20 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      width={rem(size)}
      height={rem(size)}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={iconPaths[name]} />
    </svg>
  );
}
