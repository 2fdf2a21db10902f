import type { TabKey } from '#app/domain/scope/menu.ts'
import { paths } from '#app/paths.ts'
import type { IconName } from '../icon/icon.tsx'

type MainPlace = {
  icon: IconName
  path: (studio: { slug: string }) => string
}

/** The member side's main navigation; `scope/menu.ts` has its order. */
export const mainNavigation: Readonly<Record<TabKey, MainPlace>> = {
  home: { icon: 'home', path: paths.home },
  programs: { icon: 'steps', path: (studio) => paths.programs(studio) },
  timetable: { icon: 'calendar', path: paths.timetable },
  encyclopedia: { icon: 'book', path: (studio) => paths.encyclopedia(studio) },
}

/** `page` on the place itself, `true` on what lies below it; Home is only ever itself. */
export function currentMark(placePath: string, pathname: string): 'page' | 'true' | undefined {
  const [place, here] = [placePath.toLowerCase(), pathname.toLowerCase().replace(/[?#].*$|\/$/, '')]
  if (here === place) return 'page'
  return !place.endsWith('/home') && here.startsWith(`${place}/`) ? 'true' : undefined
}
