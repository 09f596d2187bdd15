/** Line icons of 20 by 20, drawn for this page. */
const PATHS = {
  ask: 'M4 5.5h12v8H9l-3.5 3v-3H4z',
  clinic: 'M10 4v12M4 10h12',
  desk: 'M3.5 8h13v8h-13zM7 8V5h6v3',
  knowledge: 'M5 4h8l2 2v10H5zM8 9h4.5M8 12h4.5',
  activity: 'M3 11h3l2.5-6 3 10 2.5-4h3',
  settings: 'M4 6h7M15 6h1M4 14h1M9 14h7M13 4v4M7 12v4',
  plus: 'M10 4.5v11M4.5 10h11',
  menu: 'M3.5 6h13M3.5 10h13M3.5 14h13',
  close: 'M5 5l10 10M15 5L5 15',
  send: 'M4 10h11M10.5 5.5L15 10l-4.5 4.5',
  dots: 'M5 10h.01M10 10h.01M15 10h.01',
  search: 'M9 4a5 5 0 1 0 0 10A5 5 0 0 0 9 4zM13 13l3.5 3.5',
  check: 'M4.5 10.5l3.5 3.5 7.5-8',
  warning: 'M10 3.5l7 12.5H3zM10 8v4M10 14h.01',
  phone:
    'M6 3.5l2.5 3L7 8.5c1 2 2.5 3.5 4.5 4.5l2-1.5 3 2.5c0 2-1.5 3-3 2.5C8.500 15 5 11.500 3.500 6.500 3 5 4 3.500 6 3.500z',
  up: 'M7 9v7H4V9zM7 9l3-5.500c1.500 0 2 1 1.700 2.300L11 8.500h4.500l-1 6.200c-.2.800-.7 1.300-1.500 1.300H7',
  down: 'M7 11V4H4v7zM7 11l3 5.500c1.500 0 2-1 1.700-2.300L11 11.500h4.500l-1-6.200C14.300 4.500 13.800 4 13 4H7',
  stop: 'M6 6h8v8H6z',
  upload: 'M10 13V4M6 8l4-4 4 4M4 13v3h12v-3',
  external: 'M8 5H5v10h10v-3M11 4h5v5M16 4l-7 7',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'dots' ? 2.4 : 1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="shrink-0"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
