import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import {
  newestSql,
  type PolicyRow,
  policyColumnsSql,
  toPolicy,
} from '#app/domain/calendar/policy-queries.server.ts'
import { losesCreditSql } from '#app/domain/places/booking-sql.server.ts'
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
const replayDays = 60
const mostRows = 20_000

const versionColumns = sql`${policyColumnsSql}, policy.id, policy.version, policy.kind,
  location.name AS place, policy.created_at AS createdAt, policy.created_by AS createdBy`

/**
 * The page of policies: the names in force, and of the chosen one (`set`; the first where it is
 * empty) its versions, who is exempt, and the bookings of the last 60 days that a draft is played
 * over. Null for a name the studio does not have.
 */
export async function policyPage(ctx: StudioContext, set: string) {
  const { db, studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  const from = addDays(today, -replayDays)
  const chosen = set
    ? sql`${set}`
    : sql`(SELECT name FROM policies WHERE studio_id = ${studio.id}
      ORDER BY kind <> 'class', name LIMIT 1)`
  const answer = await batch(db, {
    sets: db.all<{ name: string; kind: string; place: string | null; ahead: number }>(sql`
      SELECT policy.name, policy.kind, location.name AS place, (
        SELECT count(*) FROM occurrences AS o
        WHERE o.studio_id = policy.studio_id AND o.starts_at > ${now}
          AND o.state = 'scheduled' AND o.policy_id = policy.id) AS ahead
      FROM policies AS policy LEFT JOIN locations AS location ON location.id = policy.location_id
      WHERE policy.studio_id = ${studio.id} AND ${newestSql}
      ORDER BY policy.kind <> 'class', policy.name LIMIT 100`),
    versions: db.all<VersionRow>(sql`
      SELECT ${versionColumns} FROM policies AS policy
      LEFT JOIN locations AS location ON location.id = policy.location_id
      WHERE policy.studio_id = ${studio.id} AND policy.name = ${chosen}
      ORDER BY policy.version DESC LIMIT 50`),
    exempt: db.all<{
      id: string
      personId: string
      name: string
      reason: string
      createdAt: string
      createdBy: string
    }>(sql`
      SELECT exemption.id, exemption.person_id AS personId, person.name, exemption.reason,
        exemption.created_at AS createdAt, exemption.created_by AS createdBy
      FROM policy_exemptions AS exemption JOIN people AS person ON person.id = exemption.person_id
      WHERE exemption.studio_id = ${studio.id} AND exemption.policy_name = ${chosen}
        AND exemption.ended_at IS NULL ORDER BY person.name LIMIT 200`),
    replay: db.all<ReplayRow>(sql`
      SELECT b.person_id AS personId, person.name, b.state, b.ended_at AS endedAt,
        b.lot_id IS NOT NULL AS byCredit,
        b.lot_id IS NOT NULL AND b.state IN ('late_cancelled','no_show')
        AND ${losesCreditSql('b')} AS lostCredit,
        b.promoted_at AS promotedAt, o.local_start AS localStart, o.time_zone AS timeZone,
        (SELECT coalesce(sum(fee.amount_minor), 0) FROM fees AS fee
          WHERE fee.studio_id = b.studio_id AND fee.booking_id = b.id
            AND fee.state IN ('pending','due','collected')) AS feeMinor,
        (SELECT coalesce(sum(fee.amount_minor), 0) FROM fees AS fee
          WHERE fee.studio_id = b.studio_id AND fee.booking_id = b.id
            AND fee.state = 'waived') AS waivedMinor
      FROM occurrences AS o CROSS JOIN bookings AS b ON b.studio_id = o.studio_id
        AND b.occurrence_id = o.id
      JOIN policies AS policy ON policy.id = b.policy_id
      JOIN people AS person ON person.id = b.person_id
      WHERE o.studio_id = ${studio.id} AND o.local_start >= ${from} AND o.local_start < ${today}
        AND policy.name = ${chosen}
        AND b.enrolment_id IS NULL AND b.make_up_id IS NULL
        AND (b.state IN ('late_cancelled','cancelled_on_time','declined','no_show')
          OR b.promoted_at IS NOT NULL)
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
