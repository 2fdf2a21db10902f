import { paths } from '#app/paths.ts'
import type { IconName } from '../icon/icon.tsx'

type MainPlace = {
  name: string
  icon: IconName
  path: (studio: { slug: string }) => string
}

/** The member side's main navigation, in the specification's order. */
export const mainNavigation: readonly MainPlace[] = [
  { name: 'Home', icon: 'home', path: paths.home },
  { name: 'Programs', icon: 'steps', path: (studio) => paths.programs(studio) },
  { name: 'Timetable', icon: 'calendar', path: paths.timetable },
  { name: 'Encyclopedia', icon: 'book', path: (studio) => paths.encyclopedia(studio) },
]

/** `page` on the place itself, `true` on what lies below it; Home is only ever itself. */
export function currentMark(placePath: string, pathname: string): 'page' | 'true' | undefined {
  const [place, here] = [placePath.toLowerCase(), pathname.toLowerCase().replace(/[?#].*$|\/$/, '')]
  if (here === place) return 'page'
  return !place.endsWith('/home') && here.startsWith(`${place}/`) ? 'true' : undefined
}
