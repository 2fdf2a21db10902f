/** Line icons of 24 by 24, drawn inside the page: no request, and the text colour is theirs. */
import type { ReactElement } from 'react'

const drawings = {
  home: <path d="M4 11.2 12 4.5l8 6.7V19a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1z" />,
  steps: <path d="M4 19.5h16M5.5 15.5v4M10 12v7.5M14.5 8.5v11M19 4.5v15" />,
  calendar: (
    <path d="M6.5 5.500h11a2.5 2.5 0 0 1 2.5 2.500v9.500a2.5 2.5 0 0 1-2.5 2.500h-11A2.5 2.5 0 0 1 4 17.500V8a2.5 2.5 0 0 1 2.5-2.500zM4 10h16M8.5 3.500v4M15.5 3.500v4" />
  ),
  book: (
    <path d="M12 6.800C10.3 5.4 8 5 4.5 5v13c3.5 0 5.8.4 7.5 1.8 1.7-1.4 4-1.8 7.5-1.800V5C16 5 13.7 5.4 12 6.800zm0 0v13" />
  ),
  bell: <path d="M6 16.500V11a6 6 0 0 1 12 0v5.500l1.5 1.500h-15zM10 20.500h4" />,
  person: (
    <path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20c.7-3.7 3.7-5.5 7.5-5.500s6.8 1.8 7.5 5.5" />
  ),
  next: <path d="m9.5 6 6 6-6 6" />,
  back: <path d="m14.5 6-6 6 6 6" />,
  clock: <path d="M12 3.500a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.500V12l3 2" />,
  queue: (
    <path d="M4 8a2 2 0 1 0 4 0 2 2 0 0 0-4 0zm6 0a2 2 0 1 0 4 0 2 2 0 0 0-4 0zm6 0a2 2 0 1 0 4 0 2 2 0 0 0-4 0zM4 15.500h10m-3.5-3 3.5 3-3.5 3" />
  ),
  lock: (
    <path d="M7.5 10.500h9a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-9a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2zm1 0V8a3.5 3.5 0 0 1 7 0v2.5" />
  ),
  off: <path d="M12 3.500a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM6.2 6.200l11.6 11.6" />,
  swap: <path d="M5 9h13l-3-3.500M19 15H6l3 3.5" />,
  check: <path d="M12 3.500a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zm-3.7 8.8 2.6 2.6 4.8-5.4" />,
  warning: <path d="M12 4 2.8 19.500h18.400zM12 10v4.500M12 17v.2" />,
  tick: <path d="m5 12.5 4.5 4.5L19 7" />,
  cross: <path d="m6.5 6.5 11 11m0-11-11 11" />,
  search: <path d="M10.5 4.500a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM15 15l4.5 4.5" />,
  filter: <path d="M4 7h16M7 12h10M10 17h4" />,
  key: <path d="M8 11.500a4 4 0 1 0 0 8 4 4 0 0 0 0-8zm3-.5 8-8m-4 4 3 3" />,
  compass: <path d="M12 3.500a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zm3.5 5-2 5-5 2 2-5z" />,
  menu: <path d="M4 7h16M4 12h16M4 17h16" />,
  up: <path d="m6 14.500 6-6 6 6" />,
  down: <path d="m6 9.500 6 6 6-6" />,
  plus: <path d="M12 5v14M5 12h14" />,
  more: <path d="M6 12h.01M12 12h.01M18 12h.01" />,
  note: <path d="M6 4h9l4 4v12H6zM14.5 4v4.500H19M9 12.500h7M9 16h5" />,
  card: (
    <path d="M4.5 5.500h15A1.500 1.500 0 0 1 21 7v10a1.500 1.500 0 0 1-1.500 1.500h-15A1.500 1.500 0 0 1 3 17V7a1.500 1.500 0 0 1 1.500-1.500zM3 10h18M6.5 15H10" />
  ),
  download: <path d="M12 4v11m-4-4 4 4 4-4M4.5 16v4h15v-4" />,
  sprout: (
    <path d="M12 21V11m0 0c0-3.600-2.400-6-6.500-6 0 4.200 2.400 6 6.500 6zm0 3.500c0-3 2.400-4.800 6-4.800 0 3.600-2.400 4.800-6 4.800z" />
  ),
  columns: <path d="M4.5 5h15v14h-15zM9.500 5v14M14.500 5v14" />,
  plaster: <path d="M8.500 4.500h7v4h4v7h-4v4h-7v-4h-4v-7h4zM12 9.500v5M9.500 12h5" />,
  star: (
    <path d="m12 3.500 2.500 5.400 5.900.7-4.300 4.100 1.100 5.900-5.200-2.900-5.200 2.900 1.100-5.900-4.300-4.100 5.900-.7z" />
  ),
  members: (
    <path d="M9 11.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM2.5 19.500c.4-3.500 3-5.800 6.500-5.800s6.100 2.300 6.500 5.800M15.500 4.700c2 .3 3.300 1.700 3.300 3.500s-1.200 3.100-3 3.400M18 14.200c2.100.8 3.300 2.700 3.500 5.300" />
  ),
  receipt: (
    <path d="M5.5 3.500h13v17.500l-2.600-1.700-2 1.700-1.900-1.700-2 1.700-1.900-1.700L5.500 21zM9 8.500h6M9 12.500h6" />
  ),
  training: (
    <path d="M12 6.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM4 10.200c3-.6 5.400-.8 8-.8s5 .2 8 .8M12 9.400v5.200m0 0-4.600 6m4.600-6 4.600 6" />
  ),
  picture: (
    <path d="M5.500 4.500h13A1.500 1.500 0 0 1 20 6v12a1.500 1.500 0 0 1-1.500 1.500h-13A1.500 1.500 0 0 1 4 18V6a1.500 1.500 0 0 1 1.500-1.500zM4.500 17l4.500-5 3.500 3.500 2.500-2.500 4.500 4.500M15 9.200h.01" />
  ),
  trash: (
    <path d="M4.500 7h15M9.500 7V4.500h5V7M6.500 7l.8 12.500h9.400L17.500 7M10.300 10.500v5.500M13.700 10.500v5.500" />
  ),
  settings: (
    <path d="M4 7.500h9M18 7.500h2M4 16.500h2.500M11.500 16.500H20M15.500 10a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM9 19a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z" />
  ),
} as const satisfies Record<string, ReactElement>

export type IconName = keyof typeof drawings

export const iconNames = Object.keys(drawings) as IconName[]

/** An icon beside words that say the same; it has no name of its own. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      {drawings[name]}
    </svg>
  )
}
