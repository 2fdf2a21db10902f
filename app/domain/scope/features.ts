/**
 * What a studio can turn off where it does not use it: the one list, read by the guards, by menus and
 * pages that then link nothing there, and by the settings page. Turned off, a part is gone from view
 * and nothing of it is deleted. Pure.
 */
import type { Studio } from './studio.ts'

export type Feature = {
  name: string
  /** What it is for, in the settings. */
  about: string
  /** As in “Northside doesn’t use workouts”. */
  noun: string
  /** Addresses of members below `/{studio}`, with all that lies below them; `*` is one segment. */
  members: readonly string[]
  /** The same of staff, below `/{studio}/manage`. */
  desk: readonly string[]
}

const list = {
  programs: {
    name: 'Programs',
    about: 'Courses, workshops and training programs, for members to join.',
    noun: 'programs',
    members: ['home/programs', 'workout/programs'],
    desk: ['schedule/courses', 'schedule/workshops', 'training/programs'],
  },
  encyclopedia: {
    name: 'Encyclopedia',
    about: 'Your exercises, for members to look up. Staff keep them for workouts and flows.',
    noun: 'the encyclopedia',
    members: ['home/encyclopedia'],
    desk: [],
  },
  workouts: {
    name: 'Workouts',
    about: 'Members log what they train, and see workouts and training programs of yours.',
    noun: 'workouts',
    members: ['workout', 'portal/units'],
    desk: ['training/workouts', 'training/programs'],
  },
  path: {
    name: 'Levels and skills',
    about:
      'Members see their levels, the map of skills and gradings. Classes can still need a level.',
    noun: 'levels and skills',
    members: ['portal/levels', 'portal/skills', 'portal/gradings'],
    desk: ['training/skilltree', 'training/grading'],
  },
  coaching: {
    name: 'Coaching',
    about: 'Coaches and their clients, with goals and check-ins.',
    noun: 'coaching',
    members: ['portal/coaching'],
    desk: ['training/coaching'],
  },
  appointments: {
    name: 'Appointments',
    about: 'Time with a coach that members book themselves.',
    noun: 'appointments',
    members: ['home/appointments', 'appointments'],
    desk: ['schedule/appointments'],
  },
  events: {
    name: 'Events',
    about: 'Shows, parties and open days that are sold by ticket.',
    noun: 'events',
    members: ['home/timetable/*/tickets'],
    desk: ['schedule/events'],
  },
  files: {
    name: 'Files',
    about: 'Files you share with members, in their account. Staff keep the library.',
    noun: 'files',
    members: ['portal/files'],
    desk: [],
  },
} as const satisfies Record<string, Feature>

export type FeatureKey = keyof typeof list

export const features: Readonly<Record<FeatureKey, Feature>> = list
export const featureKeys = Object.keys(list) as FeatureKey[]

type Uses = Pick<Studio, 'featuresOff'>

/** Whether the studio uses it, as it does everything to begin with. */
export const studioUses = ({ featuresOff }: Uses, key: FeatureKey): boolean =>
  !featuresOff.split(' ').includes(key)

/** How `studios.features_off` says what is off, of what is on. */
export const featuresOffText = (on: ReadonlySet<string>): string =>
  featureKeys.filter((key) => !on.has(key)).join(' ')

/** Whether `path` is `place` or lies below it, a file among it: `log.csv` lies in `log`. */
const liesIn = (path: string, place: string) =>
  new RegExp(`^${place.replaceAll('*', '[^/]+')}(?:[/.]|$)`).test(path)

/** What an address of a studio is a part of; most are part of nothing that can be turned off. */
export function featuresAt(pathname: string): FeatureKey[] {
  const path = pathname.toLowerCase().split('/').slice(2).join('/')
  const desk = path.startsWith('manage/') ? path.slice('manage/'.length) : null
  return featureKeys.filter((key) => {
    const feature: Feature = list[key]
    return desk === null
      ? feature.members.some((place) => liesIn(path, place))
      : feature.desk.some((place) => liesIn(desk, place))
  })
}

/** The places of the desk, such as `schedule/courses`, that lie in what the studio does not use. */
export const closedAtDesk = (studio: Uses): string[] =>
  featureKeys.flatMap((key) => (studioUses(studio, key) ? [] : list[key].desk))

/** The feature that an address needs and the studio does not use; null where it can be opened. */
export const featureOff = (studio: Uses, pathname: string): FeatureKey | null =>
  studio.featuresOff === ''
    ? null
    : (featuresAt(pathname).find((key) => !studioUses(studio, key)) ?? null)
