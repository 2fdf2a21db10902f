/** Makes deliveries of what happened, for each target that wants to be told of it. */
import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addMinutes } from '#app/values/instant.ts'
import { type HappeningFacts, happeningBody } from './webhook-body.ts'
import { isWebhookKind } from './webhook-kinds.ts'
import { deliveryIdSql, hiddenSql, liveTargetSql } from './webhook-sql.server.ts'

/** Happenings of one step. */
const atOnce = 50

/** So many days back it is told of what happened while it was paused; deliveries are kept as long. */
export const keptDays = 30

type Row = HappeningFacts & { seq: number; id: string; first: number }

/**
 * Makes the deliveries of the next 50 happenings that a live target has not seen, once for each
 * target and happening: the step moves how far each has seen, and does nothing where another moved it
 * first. A body says what the rows say now, and of somebody erased meanwhile nothing is made. Answers
 * how many were made, and whether there may be more.
 */
export async function feedWebhooks(ctx: StudioContext): Promise<{ fed: number; more: boolean }> {
  const { db, studio, now } = ctx
  const first = sql`(SELECT min(target.seen_seq) FROM webhook_targets AS target
    WHERE ${liveTargetSql(ctx)})`
  const rows = await db.all<Row>(sql`
    SELECT happening.seq, ${first} AS first, happening.id, happening.kind,
      happening.subject_id AS subjectId, happening.detail, happening.at, class_type.name AS title,
      o.starts_at AS startsAt, o.ends_at AS endsAt, person.name, person.email,
      ${hiddenSql(ctx)} AS hidden
    FROM happenings AS happening
    LEFT JOIN occurrences AS o ON o.id = happening.subject_id AND o.studio_id = happening.studio_id
    LEFT JOIN class_types AS class_type ON class_type.id = o.class_type_id
    LEFT JOIN people AS person ON person.id = happening.subject_id
      AND person.studio_id = happening.studio_id
    WHERE happening.studio_id = ${studio.id} AND happening.seq > ${first}
    ORDER BY happening.seq LIMIT ${atOnce}`)
  const last = rows.at(-1)
  if (!last) return { fed: 0, more: false }
  const oldest = addMinutes(now, -keptDays * 24 * 60)
  const posts = rows
    .filter(({ kind, at }) => isWebhookKind(kind) && at >= oldest)
    .map((row) => ({
      ...{ seq: row.seq, cause: row.id, kind: row.kind, body: happeningBody(studio.id, row) },
      // That somebody was erased names nobody any more, so that erasing again leaves it.
      personId:
        row.kind.startsWith('person.') && row.kind !== 'person.erased' ? row.subjectId : null,
    }))
  const unseen = sql`${liveTargetSql(ctx)} AND target.seen_seq >= ${last.first}`
  const { fed } = await batch(db, {
    fed: db.run(sql`
      INSERT INTO webhook_deliveries (id, studio_id, target_id, cause, kind, person_id, body,
        next_at, created_at)
      SELECT ${deliveryIdSql}, ${studio.id}, target.id, post.value ->> 'cause',
        post.value ->> 'kind', post.value ->> 'personId', post.value ->> 'body', ${now}, ${now}
      FROM json_each(${JSON.stringify(posts)}) AS post
      CROSS JOIN webhook_targets AS target
      LEFT JOIN people AS person ON person.id = post.value ->> 'personId'
        AND person.studio_id = ${studio.id}
      WHERE ${unseen} AND target.seen_seq < post.value ->> 'seq'
        AND EXISTS (SELECT 1 FROM json_each(target.kinds) AS wanted
          WHERE wanted.value = post.value ->> 'kind')
        AND person.erased_at IS NULL
      ON CONFLICT DO NOTHING`),
    seen: db.run(sql`
      UPDATE webhook_targets AS target SET seen_seq = ${last.seq}
      WHERE ${unseen} AND target.seen_seq < ${last.seq}`),
  })
  return { fed: changed(fed), more: rows.length === atOnce }
}
