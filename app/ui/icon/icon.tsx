/** Line icons of 24 by 24, drawn inside the page: no request, and the text colour is theirs. */
import type { ReactElement } from 'react'

const drawings = {
  home: <path d="M4 11.2 12 4.5l8 6.7V19a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1z" />,
  steps: <path d="M4 19.5h16M5.5 15.5v4M10 12v7.5M14.5 8.5v11M19 4.5v15" />,
  calendar: (
    <path d="M6.5 5.5h11a2.5 2.5 0 0 1 2.5 2.5v9.5a2.5 2.5 0 0 1-2.5 2.5h-11A2.5 2.5 0 0 1 4 17.5V8a2.5 2.5 0 0 1 2.5-2.5zM4 10h16M8.5 3.5v4M15.5 3.5v4" />
  ),
  book: (
    <path d="M12 6.8C10.3 5.4 8 5 4.5 5v13c3.5 0 5.8.4 7.5 1.8 1.7-1.4 4-1.8 7.5-1.8V5C16 5 13.7 5.4 12 6.8zm0 0v13" />
  ),
  bell: <path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4" />,
  person: (
    <path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20c.7-3.7 3.7-5.5 7.5-5.5s6.8 1.8 7.5 5.5" />
  ),
  next: <path d="m9.5 6 6 6-6 6" />,
  back: <path d="m14.5 6-6 6 6 6" />,
  clock: <path d="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2" />,
  queue: (
    <path d="M4 8a2 2 0 1 0 4 0 2 2 0 0 0-4 0zm6 0a2 2 0 1 0 4 0 2 2 0 0 0-4 0zm6 0a2 2 0 1 0 4 0 2 2 0 0 0-4 0zM4 15.5h10m-3.5-3 3.5 3-3.5 3" />
  ),
  play: <path d="M7.5 5v14l11-7z" />,
  pause: <path d="M8.5 5v14M15.5 5v14" />,
  print: <path d="M7.5 9V4h9v5M7.5 17H4V9h16v8h-3.5M7.5 14.5h9V20h-9z" />,
  lock: (
    <path d="M7.5 10.5h9a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-9a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2zm1 0V8a3.5 3.5 0 0 1 7 0v2.5" />
  ),
  off: <path d="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM6.2 6.2l11.6 11.6" />,
  swap: <path d="M5 9h13l-3-3.5M19 15H6l3 3.5" />,
  check: <path d="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zm-3.7 8.8 2.6 2.6 4.8-5.4" />,
  warning: <path d="M12 4 2.8 19.5h18.4zM12 10v4.5M12 17v.2" />,
  tick: <path d="m5 12.5 4.5 4.5L19 7" />,
  cross: <path d="m6.5 6.5 11 11m0-11-11 11" />,
  search: <path d="M10.5 4.5a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM15 15l4.5 4.5" />,
  filter: <path d="M4 7h16M7 12h10M10 17h4" />,
  key: <path d="M8 11.5a4 4 0 1 0 0 8 4 4 0 0 0 0-8zm3-.5 8-8m-4 4 3 3" />,
  compass: <path d="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zm3.5 5-2 5-5 2 2-5z" />,
  menu: <path d="M4 7h16M4 12h16M4 17h16" />,
  up: <path d="m6 14.5 6-6 6 6" />,
  down: <path d="m6 9.5 6 6 6-6" />,
  plus: <path d="M12 5v14M5 12h14" />,
  more: <path d="M6 12h.01M12 12h.01M18 12h.01" />,
  note: <path d="M6 4h9l4 4v12H6zM14.5 4v4.5H19M9 12.5h7M9 16h5" />,
  card: (
    <path d="M4.5 5.5h15A1.5 1.5 0 0 1 21 7v10a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17V7a1.5 1.5 0 0 1 1.5-1.5zM3 10h18M6.5 15H10" />
  ),
  download: <path d="M12 4v11m-4-4 4 4 4-4M4.5 16v4h15v-4" />,
  sprout: (
    <path d="M12 21V11m0 0c0-3.6-2.4-6-6.5-6 0 4.2 2.4 6 6.5 6zm0 3.5c0-3 2.4-4.8 6-4.8 0 3.6-2.4 4.8-6 4.8z" />
  ),
  columns: <path d="M4.5 5h15v14h-15zM9.5 5v14M14.5 5v14" />,
  plaster: <path d="M8.5 4.5h7v4h4v7h-4v4h-7v-4h-4v-7h4zM12 9.5v5M9.5 12h5" />,
  star: (
    <path d="m12 3.5 2.5 5.4 5.900.7-4.3 4.1 1.1 5.9-5.2-2.9-5.2 2.9 1.1-5.9-4.3-4.1 5.9-.7z" />
  ),
  members: (
    <path d="M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 19.5c.4-3.5 3-5.8 6.5-5.8s6.1 2.3 6.5 5.8M15.5 4.7c2 .3 3.3 1.7 3.3 3.5s-1.2 3.1-3 3.4M18 14.2c2.100.8 3.3 2.7 3.5 5.3" />
  ),
  message: <path d="M4 5.5h16V17H10.5L6 20.5V17H4z" />,
  receipt: (
    <path d="M5.5 3.5h13v17.5l-2.6-1.7-2 1.7-1.9-1.7-2 1.7-1.9-1.7L5.5 21zM9 8.5h6M9 12.5h6" />
  ),
  training: (
    <path d="M12 6.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM4 10.2c3-.6 5.4-.8 8-.8s5 .2 8 .8M12 9.4v5.2m0 0-4.6 6m4.6-6 4.6 6" />
  ),
  picture: (
    <path d="M5.5 4.5h13A1.5 1.5 0 0 1 20 6v12a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18V6a1.5 1.5 0 0 1 1.5-1.5zM4.5 17l4.5-5 3.5 3.5 2.5-2.5 4.5 4.5M15 9.2h.01" />
  ),
  trash: <path d="M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.8 12.5h9.4L17.5 7M10.3 10.5v5.5M13.7 10.5v5.5" />,
  settings: (
    <path d="M4 7.5h9M18 7.5h2M4 16.5h2.5M11.5 16.5H20M15.5 10a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM9 19a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z" />
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
