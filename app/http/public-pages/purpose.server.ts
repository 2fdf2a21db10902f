import { findClassName } from '#app/domain/timetable/class-name.server.ts'
import { returnTarget } from '../after-sign-in.server.ts'
import type { RequestContext } from '../request-context.server.ts'

/** What somebody signs in for: `To book` `Pole 1, Thu 20 Nov, 18:30`. */
export type Purpose = { lead: string; name: string }

const ofClass = /^\/[^/?]+\/home\/(?:timetable|programs)\/([\w-]{1,40})(?:\/(\w+))?\/?(?:\?|$)/

/** Said of the last part of an address; without one the page itself is what they came for. */
const leads: Record<string, string> = {
  booking: 'To book',
  repeat: 'To book',
  wish: 'To wait for',
  tickets: 'For tickets to',
  enrolment: 'To join',
  hold: 'To join',
}

/**
 * The class or program that a page in front of the house leads back to; null where it leads
 * elsewhere. One trip to the studio's shard, and none for other pages.
 */
export async function purposeOf(app: RequestContext): Promise<Purpose | null> {
  const { next, studio } = await returnTarget(app)
  const [, id, act = ''] = ofClass.exec(next ?? '') ?? []
  if (!id || !studio || !next?.toLowerCase().startsWith(`/${studio.slug}/`)) return null
  const name = await findClassName({ db: app.shardOf(studio), studio }, id)
  return name === null ? null : { lead: leads[act] ?? 'To see', name }
}
