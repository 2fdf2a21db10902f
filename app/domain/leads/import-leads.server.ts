/** Leads that come in a file, and go with it: statements for the batches of an import. */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { inboundKinds, type StageKind } from '#app/db/studio/leads-words.ts'
import { prospectsStatement } from '#app/domain/people/prospect-person.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import { openLeadOfSql } from './lead-sql.server.ts'

/** A row as it is taken over. */
export type ImportedLead = {
  touchId: string
  leadId: string
  personId: string
  newPerson: number
  outcome: 'added' | 'filled' | 'unchanged'
  name: string
  email: string
  phone: string
  emailKey: string | null
  phoneKey: string | null
  /** Whom the number is of, where the address is somebody else's. */
  otherId: string | null
  pipelineId: string
  stageId: string
  stageKind: StageKind
  sourceId: string
  ownerId: string | null
  createdAt: Instant
  answered: number
  interest: string
  times: string
  campaign: string
  valueMinor: number | null
  tags: string
  referredBy: string
  text: string
}

/** How often somebody got in touch, over `leads`. */
const touchesSql = sql`(SELECT count(*) FROM lead_touches AS touch
  WHERE touch.studio_id = leads.studio_id AND touch.lead_id = leads.id
    AND touch.kind IN (SELECT value FROM json_each(${JSON.stringify(inboundKinds)})))`

/**
 * Writes imported leads where `onlyIf` holds: new people become prospects, new leads get the next
 * owner in turn, and each row is a touch. Nobody is notified and no task is raised, because nobody
 * has just got in touch.
 */
export function importLeadsStatements(
  ctx: StudioContext,
  rows: readonly ImportedLead[],
  { file, byName, turns }: { file: string; byName: string; turns: readonly string[] },
  onlyIf: SQL,
): Record<string, Statement<D1Result>> {
  const { db, studio, now } = ctx
  const fresh = rows.filter(({ outcome }) => outcome !== 'unchanged')
  const json = (of: readonly unknown[]) => JSON.stringify(of)
  const all = json(fresh)
  const touched = json(fresh.map(({ touchId }) => touchId))
  const key = (kind: 'email' | 'phone', field: 'emailKey' | 'phoneKey') =>
    db.run(sql`
      INSERT INTO lead_keys (studio_id, kind, value, person_id)
      SELECT ${studio.id}, ${kind}, value ->> ${field}, value ->> 'personId'
      FROM json_each(${all}) AS input WHERE value ->> ${field} IS NOT NULL AND ${onlyIf}
      ON CONFLICT DO NOTHING`)
  return {
    prospects: prospectsStatement(
      ctx,
      json(
        fresh
          .filter(({ newPerson }) => newPerson === 1)
          .map(({ personId: id, name, email, phone }) => ({ id, name, email, phone })),
      ),
      onlyIf,
    ),
    emailKeys: key('email', 'emailKey'),
    phoneKeys: key('phone', 'phoneKey'),
    pairs: db.run(sql`
      INSERT INTO lead_pairs (studio_id, person_id, other_id, at)
      SELECT ${studio.id}, value ->> 'personId', value ->> 'otherId', ${now}
      FROM json_each(${all}) AS input WHERE value ->> 'otherId' IS NOT NULL AND ${onlyIf}
      ON CONFLICT DO NOTHING`),
    leads: db.run(sql`
      INSERT INTO leads (id, studio_id, person_id, pipeline_id, stage_id, state, stage_since,
        source_id, campaign, interest, preferred_times, value_minor, tags, owner_id, referred_by,
        created_at, last_touch_at, contacted_at)
      SELECT value ->> 'leadId', ${studio.id}, value ->> 'personId', value ->> 'pipelineId',
        value ->> 'stageId', iif(value ->> 'stageKind' = 'nurture', 'nurture', 'open'), ${now},
        value ->> 'sourceId', value ->> 'campaign', value ->> 'interest', value ->> 'times',
        value ->> 'valueMinor', value ->> 'tags', value ->> 'ownerId', value ->> 'referredBy',
        value ->> 'createdAt', ${now}, iif(value ->> 'answered', value ->> 'createdAt', NULL)
      FROM json_each(${json(
        inTurn(
          fresh.filter(({ outcome }) => outcome === 'added'),
          turns,
        ),
      )}) AS input WHERE ${onlyIf}
      ON CONFLICT DO NOTHING`),
    // Somebody else's lead of the same person may have come meanwhile: then it is a touch of it.
    touches: db.run(sql`
      INSERT INTO lead_touches (id, studio_id, lead_id, kind, text, detail, by_name, at)
      SELECT value ->> 'touchId', ${studio.id}, ${openLeadOfSql(studio.id, sql`value ->> 'personId'`)},
        'import', value ->> 'text', json_object('file', ${file}), ${byName}, ${now}
      FROM json_each(${all}) AS input
      WHERE ${openLeadOfSql(studio.id, sql`value ->> 'personId'`)} IS NOT NULL AND ${onlyIf}
      ON CONFLICT (studio_id, id) DO NOTHING`),
    given: db.run(sql`
      UPDATE lead_owners SET given = given + (SELECT count(*) FROM leads
        WHERE leads.studio_id = ${studio.id} AND leads.owner_id = lead_owners.person_id
          AND leads.touches = 0
          AND leads.id IN (SELECT value ->> 'leadId' FROM json_each(${all})))
      WHERE studio_id = ${studio.id} AND ${onlyIf}`),
    counted: db.run(sql`
      UPDATE leads SET touches = ${touchesSql}, last_touch_at = ${now}
      WHERE studio_id = ${studio.id} AND ${onlyIf} AND id IN (
        SELECT lead_id FROM lead_touches WHERE studio_id = ${studio.id}
          AND id IN (SELECT value FROM json_each(${touched})))`),
  }
}

/** Each lead that names no owner is given to the next of those who take leads in turn. */
function inTurn(rows: readonly ImportedLead[], turns: readonly string[]): ImportedLead[] {
  let next = 0
  return rows.map((row) =>
    row.ownerId === null && turns.length > 0
      ? { ...row, ownerId: turns[next++ % turns.length] ?? null }
      : row,
  )
}

/** Those who take new leads in turn, whose turn it is first. */
export function listTurns({ db, studio }: StudioContext): Promise<{ id: string }[]> {
  return db.all<{ id: string }>(sql`
    SELECT owner.person_id AS id FROM lead_owners AS owner
    JOIN people AS person ON person.id = owner.person_id AND person.archived_at IS NULL
    WHERE owner.studio_id = ${studio.id} ORDER BY owner.given, owner.position`)
}

const fillable = { interest: 'interest', campaign: 'campaign', times: 'preferred_times' } as const
const fields = Object.entries(fillable)

/** Fills what leads did not say; `rows` is a JSON array of `{ leadId, filled }`. */
export function fillLeadsStatement(
  { db, studio }: Pick<StudioContext, 'db' | 'studio'>,
  rows: string,
  onlyIf: SQL,
): Statement<D1Result> {
  const sets = fields.map(
    ([field, column]) => sql`${sql.raw(column)} = iif(lead.${sql.raw(column)} = '',
      coalesce(input.value -> 'filled' ->> ${field}, ''), lead.${sql.raw(column)})`,
  )
  return db.run(sql`
    UPDATE leads AS lead SET ${sql.join(sets, sql`, `)} FROM json_each(${rows}) AS input
    WHERE lead.studio_id = ${studio.id} AND lead.id = input.value ->> 'leadId' AND ${onlyIf}`)
}

/**
 * Whether a lead that came with a file was worked on since, over `lead`; `ownTouches` are the
 * touches of that file, a SELECT.
 */
export const workedOnSql = (ownTouches: SQL): SQL => sql`(lead.version > 1
  OR lead.state NOT IN ('open','nurture') OR lead.next_ref IS NOT NULL
  OR lead.trial_booking_id IS NOT NULL
  OR EXISTS (SELECT 1 FROM lead_touches AS since WHERE since.studio_id = lead.studio_id
    AND since.lead_id = lead.id AND since.id NOT IN (${ownTouches})))`

/**
 * Takes leads back that a file brought: `leads` and `people` (prospects it brought) go for good;
 * of leads that were there before its touches go, and what it filled in. Each is a SELECT.
 */
export function removeLeadsStatements(
  { db, studio }: Pick<StudioContext, 'db' | 'studio'>,
  {
    leads,
    people,
    touched,
    filled,
  }: {
    leads: SQL
    people: SQL
    /** With `lead_id` and `touch_id`. */
    touched: SQL
    /** One row a lead, with `lead_id`, `person_id` and `filled`. */
    filled: SQL
  },
): Record<string, Statement<D1Result>> {
  const sets = fields.map(
    ([field, column]) => sql`${sql.raw(column)} = iif(
      lead.${sql.raw(column)} = input.filled ->> ${field}, '', lead.${sql.raw(column)})`,
  )
  return {
    ownTouches: db.run(sql`
      DELETE FROM lead_touches WHERE studio_id = ${studio.id} AND lead_id IN (${leads})`),
    leads: db.run(sql`DELETE FROM leads WHERE studio_id = ${studio.id} AND id IN (${leads})`),
    pairs: db.run(sql`
      DELETE FROM lead_pairs WHERE studio_id = ${studio.id}
        AND (person_id IN (${people}) OR other_id IN (${people}))`),
    keys: db.run(sql`
      DELETE FROM lead_keys WHERE studio_id = ${studio.id} AND (person_id IN (${people})
        OR EXISTS (SELECT 1 FROM (${filled}) AS input WHERE input.person_id = lead_keys.person_id
          AND input.filled ->> lead_keys.kind = lead_keys.value))`),
    touches: db.run(sql`
      DELETE FROM lead_touches WHERE studio_id = ${studio.id}
        AND id IN (SELECT touch_id FROM (${touched}))`),
    emptied: db.run(sql`
      UPDATE leads AS lead SET ${sql.join(sets, sql`, `)} FROM (${filled}) AS input
      WHERE lead.studio_id = ${studio.id} AND lead.id = input.lead_id`),
    recounted: db.run(sql`
      UPDATE leads SET touches = ${touchesSql}, last_touch_at = coalesce((
          SELECT max(touch.at) FROM lead_touches AS touch
          WHERE touch.studio_id = leads.studio_id AND touch.lead_id = leads.id
            AND touch.kind NOT IN ('stage','owner')), created_at)
      WHERE studio_id = ${studio.id} AND id IN (SELECT lead_id FROM (${touched}))`),
  }
}
