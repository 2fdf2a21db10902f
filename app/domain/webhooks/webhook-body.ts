/** What is posted to a webhook: ids and plain facts, never a note, a reason or a secret. Pure. */
import type { ChangedOccurrence } from '#app/domain/happenings/happening-kinds.ts'
import type { Instant } from '#app/values/instant.ts'
import type { PostedKind, WebhookKind } from './webhook-kinds.ts'

/** Longer than this, in bytes, no body is. */
export const longestBody = 20_000

/** So many classes of one change are listed; the rest is read from the timetable. */
const listedClasses = 100

/** `hidden`: 1 of a child, somebody who is looked after, or whose data was erased: only their id. */
export type PersonFacts = { personId: string; name: string; email: string; hidden: number }

/** What somebody is to another program. */
export const personOf = ({ personId: id, name, email, hidden }: PersonFacts) =>
  hidden ? { id } : { id, name, email }

/** A happening with what its rows say now; null where there is no such row. */
export type HappeningFacts = {
  kind: WebhookKind
  subjectId: string
  detail: string
  at: Instant
  title: string | null
  startsAt: Instant | null
  endsAt: Instant | null
  name: string | null
  email: string | null
  hidden: number | null
}

/** The JSON of a post: `data` has the studio's id and what the event is about. */
export const webhookBody = (
  studioId: string,
  type: PostedKind,
  timestamp: Instant,
  data: Record<string, unknown>,
): string => JSON.stringify({ type, timestamp, data: { studio_id: studioId, ...data } })

/** The JSON of a happening. */
export const happeningBody = (studioId: string, facts: HappeningFacts): string =>
  webhookBody(studioId, facts.kind, facts.at, dataOf(facts))

function dataOf(facts: HappeningFacts): Record<string, unknown> {
  const { kind, subjectId: id, title, startsAt, endsAt } = facts
  if (kind.startsWith('person.')) {
    const { name, email, hidden } = facts
    const gone = kind === 'person.erased' || name === null || hidden !== 0
    const { goneId } = JSON.parse(facts.detail) as { goneId?: string }
    const merged = kind === 'person.merged' && goneId ? { merged: { id: goneId } } : {}
    return { person: gone ? { id } : { id, name, email }, ...merged }
  }
  if (kind === 'course.cancelled') return { course: { id } }
  if (kind === 'classes.changed') {
    const { classes } = JSON.parse(facts.detail) as { classes: ChangedOccurrence[] }
    const listed = classes.slice(0, listedClasses).map((one) => ({
      ...{ id: one.id, local_start: one.localStart, local_start_before: one.was },
    }))
    return { series: { id }, classes: listed, more: classes.length > listedClasses }
  }
  const key = kind.startsWith('event.') ? 'event' : 'class'
  return { [key]: { id, name: title, starts_at: startsAt, ends_at: endsAt } }
}
