import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { keepsCreditSql } from '#app/domain/bookings/booking-sql.server.ts'
import {
  newestSql,
  type PolicyRow,
  policyColumnsSql,
  toPolicy,
} from '#app/domain/scheduling/policy-queries.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addDays, localDate } from '#app/values/zone.ts'
import type { ReplayRow } from './replay-policy.ts'

type VersionRow = PolicyRow & {
  id: string
  version: number
  kind: string
  place: string | null
  createdAt: string
  createdBy: string
}

/** The replay looks so many days back, and at most at so many bookings. */
export const replayDays = 60
const mostRows = 20_000

const versionColumns = sql`${policyColumnsSql}, p.id, p.version, p.kind, l.name AS place, p.created_at AS createdAt, p.created_by AS createdBy`

/**
 * The page of policies: the names in force, and of the chosen one (`set`; the first where it is empty) its versions, who
 * is exempt, and the bookings of the last 60 days that a draft is played over. Null for a name the studio does not have.
 */
export async function policyPage(ctx: StudioContext, set: string) {
  const { db, studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  const from = addDays(today, -replayDays)
  const chosen = set
    ? sql`${set}`
    : sql`(SELECT name FROM policies WHERE studio_id = ${studio.id} ORDER BY kind <> 'class', name LIMIT 1)`
  const answer = await batch(db, {
    sets: db.all<{ name: string; kind: string; place: string | null; ahead: number }>(sql`
      SELECT p.name, p.kind, l.name AS place, (
        SELECT count(*) FROM occurrences AS o WHERE o.studio_id = p.studio_id AND o.starts_at > ${now}
          AND o.state = 'scheduled' AND o.policy_id = p.id) AS ahead
      FROM policies AS p LEFT JOIN locations AS l ON l.id = p.location_id
      WHERE p.studio_id = ${studio.id} AND ${newestSql} ORDER BY p.kind <> 'class', p.name LIMIT 100`),
    versions: db.all<VersionRow>(sql`
      SELECT ${versionColumns} FROM policies AS p LEFT JOIN locations AS l ON l.id = p.location_id
      WHERE p.studio_id = ${studio.id} AND p.name = ${chosen} ORDER BY p.version DESC LIMIT 50`),
    exempt: db.all<{
      id: string
      personId: string
      name: string
      reason: string
      createdAt: string
      createdBy: string
    }>(sql`
      SELECT x.id, x.person_id AS personId, h.name, x.reason, x.created_at AS createdAt, x.created_by AS createdBy
      FROM policy_exemptions AS x JOIN people AS h ON h.id = x.person_id
      WHERE x.studio_id = ${studio.id} AND x.policy_name = ${chosen} AND x.ended_at IS NULL ORDER BY h.name LIMIT 200`),
    replay: db.all<ReplayRow>(sql`
      SELECT b.person_id AS personId, h.name, b.state, b.ended_at AS endedAt, b.lot_id IS NOT NULL AS byCredit,
        b.lot_id IS NOT NULL AND b.state IN ('late_cancelled','no_show') AND ${keepsCreditSql('b')} AS lostCredit,
        b.promoted_at AS promotedAt, o.local_start AS localStart, o.time_zone AS timeZone,
        (SELECT coalesce(sum(f.amount_minor), 0) FROM fees AS f WHERE f.studio_id = b.studio_id AND f.booking_id = b.id
          AND f.state IN ('pending','due','collected')) AS feeMinor,
        (SELECT coalesce(sum(f.amount_minor), 0) FROM fees AS f WHERE f.studio_id = b.studio_id AND f.booking_id = b.id
          AND f.state = 'waived') AS waivedMinor
      FROM occurrences AS o CROSS JOIN bookings AS b ON b.studio_id = o.studio_id AND b.occurrence_id = o.id
      JOIN policies AS p ON p.id = b.policy_id JOIN people AS h ON h.id = b.person_id
      WHERE o.studio_id = ${studio.id} AND o.local_start >= ${from} AND o.local_start < ${today} AND p.name = ${chosen}
        AND b.enrolment_id IS NULL AND b.make_up_id IS NULL
        AND (b.state IN ('late_cancelled','cancelled_on_time','declined','no_show') OR b.promoted_at IS NOT NULL)
      ORDER BY o.local_start LIMIT ${mostRows}`),
    places: db.all<{ id: string; name: string }>(
      sql`SELECT id, name FROM locations WHERE studio_id = ${studio.id} ORDER BY name LIMIT 100`,
    ),
  })
  const versions = answer.versions.map(toPolicy)
  const [current] = versions
  if (!current) return null
  return { ...answer, versions, current, range: { from, until: addDays(today, -1) } }
}

export type PolicyPage = NonNullable<Awaited<ReturnType<typeof policyPage>>>
