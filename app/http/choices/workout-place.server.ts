/**
 * Where somebody was before they opened a workout: the way back leads there, and to the classes where
 * nothing is known (specification, 4). Kept by their browser until they sign out.
 */
import { ownPath } from '#app/paths/own-path.ts'
import { paths } from '#app/paths.ts'
import type { RequestContext } from '../request-context.server.ts'
import { readCookie, setCookie } from '../session-cookies.server.ts'

const name = 'workout-from'
const seconds = 86_400

export type WorkoutPlace = {
  /** Where the way back leads, and what it is called. */
  to: string
  label: string
  /** The class it is trained in, where that was the page before. */
  occurrence: string | null
}

/** Pages of one workout are no place to go back to from it. */
const ofAWorkout = /\/workout\/(?!programs|history|bests|import|measurements)[^/]+/

/**
 * The way back from a workout: the page before it, which is remembered while somebody is among the
 * pages of workouts.
 */
export function workoutPlace(app: RequestContext, studio: { slug: string }): WorkoutPlace {
  const before = pageBefore(app, studio)
  const kept = readCookie(app, name)
  if (before && encodeURIComponent(before) !== kept)
    setCookie(app, name, encodeURIComponent(before), seconds)
  return placeOf(before ?? keptPath(kept, studio), studio)
}

function pageBefore({ request, url }: RequestContext, { slug }: { slug: string }): string | null {
  const referrer = URL.parse(request.headers.get('Referer') ?? '')
  if (referrer?.origin !== url.origin || !referrer.pathname.startsWith(`/${slug}/`)) return null
  if (ofAWorkout.test(referrer.pathname)) return null
  return ownPath(referrer.pathname + referrer.search)
}

function keptPath(kept: string | null, { slug }: { slug: string }): string | null {
  try {
    const path = kept && ownPath(decodeURIComponent(kept))
    return path?.startsWith(`/${slug}/`) ? path : null
  } catch {
    return null
  }
}

const places: [begins: RegExp, label: string][] = [
  [/\/home\/timetable\/[^/]+/, 'Class'],
  [/\/home\/timetable/, 'Classes'],
  [/\/home\/programs\/[^/]+/, 'Program'],
  [/\/home\/programs/, 'Programs'],
  [/\/home\/encyclopedia\/[^/]+/, 'Exercise'],
  [/\/home\/encyclopedia/, 'Encyclopedia'],
  [/\/workout\/programs/, 'Program'],
  [/\/workout/, 'Workouts'],
  [/\/portal/, 'Your account'],
  [/\/manage\/training/, 'Training'],
  [/\/home/, 'Home'],
]

function placeOf(path: string | null, studio: { slug: string }): WorkoutPlace {
  const label = path && places.find(([begins]) => begins.test(path))?.[1]
  if (!path || !label) return { to: paths.timetable(studio), label: 'Classes', occurrence: null }
  const occurrence = /\/home\/timetable\/([0-9A-Za-z]{12})/.exec(path)?.[1] ?? null
  return { to: path, label, occurrence }
}
