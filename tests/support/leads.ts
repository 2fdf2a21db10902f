/** Leads of a test world: what came in, and what became of it. */
import { sql } from 'drizzle-orm'
import { type Inquiry, touchLead } from '#app/domain/leads/touch-lead.server.ts'
import type { Instant } from '#app/values/instant.ts'
import type { World } from './world.ts'

let sent = 0

/** Somebody gets in touch; told what came of it. */
export const givenTouch = (w: World, now: Instant, more: Partial<Inquiry> = {}) =>
  touchLead(w.at(now), {
    key: `touch-${sent++}`.padEnd(12, 'x'),
    kind: 'form',
    name: 'Imogen Frost',
    byName: 'Website form',
    ...more,
  })

export const leadsOf = (w: World) =>
  w.db.all<{
    id: string
    personId: string
    state: string
    touches: number
    ownerId: string | null
  }>(
    sql`SELECT id, person_id AS personId, state, touches, owner_id AS ownerId FROM leads
      WHERE studio_id = ${w.studio.id} ORDER BY created_at, id`,
  )

export const touchesOf = async (w: World, kind = 'form') =>
  (
    await w.db.all<{ n: number }>(
      sql`SELECT count(*) AS n FROM lead_touches WHERE studio_id = ${w.studio.id} AND kind = ${kind}`,
    )
  )[0]!.n
