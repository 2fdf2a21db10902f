/**
 * Where a studio's members begin, the order of the tabs, and what home shows in which order. Kept in
 * `studios.menu` where it is not as usual, so that what comes later has its usual place everywhere.
 * Pure.
 */
import { paths } from '#app/paths.ts'
import { featureOff, studioUses } from './features.ts'
import type { Studio } from './studio.ts'

/** The specification's order. */
export const tabKeys = ['home', 'programs', 'timetable', 'encyclopedia'] as const
export type TabKey = (typeof tabKeys)[number]

export const tabNames: Readonly<Record<TabKey, string>> = {
  home: 'Home',
  programs: 'Programs',
  timetable: 'Timetable',
  encyclopedia: 'Encyclopedia',
}

/** What home shows, in its two columns, as usual. */
export const homeColumns = {
  main: ['next', 'appointments', 'steps', 'good'],
  side: ['have', 'todo', 'family', 'weeks'],
} as const
export type HomeColumn = keyof typeof homeColumns
export type HomePart = (typeof homeColumns)[HomeColumn][number]

export const homeNames: Readonly<Record<HomePart, string>> = {
  next: 'What’s next',
  appointments: 'Their appointments',
  steps: 'How to book a first class, for newcomers',
  good: 'Good for you this week',
  have: 'What you have left',
  todo: 'To do',
  family: 'Family',
  weeks: 'The last eight weeks',
}

/** What comes first for somebody: nobody may hide what they have booked or have to do. */
export const alwaysShown: readonly HomePart[] = ['next', 'todo']

/** The parts of home that a studio can hide. */
export const hideable: readonly HomePart[] = [...homeColumns.main, ...homeColumns.side].filter(
  (part) => !alwaysShown.includes(part),
)

const startPages = {
  home: { name: tabNames.home, path: paths.home },
  timetable: { name: tabNames.timetable, path: paths.timetable },
  programs: { name: tabNames.programs, path: paths.programs },
  encyclopedia: { name: tabNames.encyclopedia, path: paths.encyclopedia },
  workouts: { name: 'Workouts', path: paths.workouts },
  account: { name: 'Their account', path: paths.portal },
} as const satisfies Record<string, { name: string; path: (studio: { slug: string }) => string }>
export type StartKey = keyof typeof startPages

export const startKeys = Object.keys(startPages) as StartKey[]

export const startName = (key: StartKey): string => startPages[key].name

export type Menu = {
  /** Where members begin. */
  start: StartKey
  tabs: TabKey[]
  main: HomePart[]
  side: HomePart[]
  hidden: HomePart[]
}

/** The words of `text` that are keys, each once, with those it leaves out behind them as usual. */
const inOrder = <Key extends string>(text: string, usual: readonly Key[]): Key[] => {
  const said = new Set(text.split(',').filter((word): word is Key => usual.includes(word as Key)))
  return [...said, ...usual.filter((key) => !said.has(key))]
}

/** A menu out of what a form or the studio's row says of it; what is no key or missing is as usual. */
export function toMenu(said: Partial<Record<keyof Menu, string>>): Menu {
  const parts: readonly HomePart[] = [...homeColumns.main, ...homeColumns.side]
  const hidden = (said.hidden ?? '').split(',')
  return {
    start: startKeys.find((key) => key === said.start) ?? 'home',
    tabs: inOrder(said.tabs ?? '', tabKeys),
    main: inOrder<HomePart>(said.main ?? '', homeColumns.main),
    side: inOrder<HomePart>(said.side ?? '', homeColumns.side),
    hidden: parts.filter((part) => hidden.includes(part) && !alwaysShown.includes(part)),
  }
}

type Kept = Pick<Studio, 'menu'>

/** The menu of a studio. */
export const menuOf = ({ menu }: Kept): Menu =>
  toMenu(Object.fromEntries(menu.split(' ').map((part) => part.split('='))))

/** The main navigation in its order, without what the studio does not use. */
export const shownTabs = (studio: Kept & Pick<Studio, 'featuresOff'>): TabKey[] =>
  menuOf(studio).tabs.filter(
    (key) => key === 'home' || key === 'timetable' || studioUses(studio, key),
  )

/** What home shows, in order, without what is hidden or of a feature that is off. */
export function shownOf(
  studio: Kept & Pick<Studio, 'featuresOff'>,
): Record<HomeColumn, HomePart[]> {
  const { main, side, hidden } = menuOf(studio)
  const shows = (part: HomePart) =>
    !hidden.includes(part) && (part !== 'appointments' || studioUses(studio, 'appointments'))
  return { main: main.filter(shows), side: side.filter(shows) }
}

/** How `studios.menu` says it: `start=timetable tabs=home,timetable,…`, of what is not as usual. */
export function menuText(menu: Menu): string {
  const usual = toMenu({})
  return Object.entries(menu)
    .map(([name, value]) => [name, String(value)] as const)
    .filter(([name, value]) => value !== String(usual[name as keyof Menu]))
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')
}

/** Where members begin; home where the studio does not use what it chose. */
export function startPath(studio: Pick<Studio, 'slug' | 'menu' | 'featuresOff'>): string {
  const path = startPages[menuOf(studio).start].path(studio)
  return featureOff(studio, path) ? paths.home(studio) : path
}

/** Where members of a studio can begin: all but what it does not use. */
export const startsOf = (studio: Pick<Studio, 'slug' | 'featuresOff'>): StartKey[] =>
  startKeys.filter((key) => !featureOff(studio, startPages[key].path(studio)))

/** The list with `key` one place up or down; the same where it is at its end or no part of it. */
export function moved<Key extends string>(
  list: readonly Key[],
  key: string,
  way: 'up' | 'down',
): Key[] {
  const from = list.indexOf(key as Key)
  const to = from + (way === 'up' ? -1 : 1)
  if (from < 0 || to < 0 || to >= list.length) return [...list]
  return list.with(from, list[to]!).with(to, list[from]!)
}
