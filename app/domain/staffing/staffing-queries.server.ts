/** Reads of who may teach and who works when. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type { QualificationEffect } from '#app/db/studio/day/staffing-words.ts'
import { personFileSql } from '#app/domain/files/file-queries.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { LocalDate } from '#app/values/zone.ts'
import { timeOffStatement } from './time-off-queries.server.ts'

export type KindRow = {
  id: string
  name: string
  effect: QualificationEffect
  neededFor: string
  version: number
}

export type HeldRow = {
  id: string
  personId: string
  personName: string
  kind: string
  number: string
  issuedOn: LocalDate | null
  expiresOn: LocalDate | null
  fileId: string | null
  fileName: string | null
}

/** Kinds in use, for the batch of a page. */
const kindsStatement = ({ db, studio }: StudioContext): Statement<KindRow[]> =>
  db.all<KindRow>(sql`
    SELECT id, name, effect, needed_for AS neededFor, version FROM qualification_kinds
    WHERE studio_id = ${studio.id} AND archived_at IS NULL ORDER BY name LIMIT 100`)

const heldStatement = ({ db, studio }: StudioContext, where: SQL): Statement<HeldRow[]> =>
  db.all<HeldRow>(sql`
    SELECT paper.id, person.id AS personId, person.name AS personName, kind.name AS kind,
      paper.number, paper.issued_on AS issuedOn, paper.expires_on AS expiresOn,
      file.id AS fileId, file.name AS fileName
    FROM qualifications AS paper JOIN qualification_kinds AS kind ON kind.id = paper.kind_id
    JOIN people AS person ON person.id = paper.person_id
    LEFT JOIN files AS file ON file.id = paper.file_id
    WHERE paper.studio_id = ${studio.id} AND ${where}
    ORDER BY coalesce(paper.expires_on, '9999'), person.name, kind.name LIMIT 300`)

const choicesStatements = ({ db, studio }: StudioContext) => ({
  disciplines: db.all<{ id: string; name: string }>(sql`
    SELECT id, name FROM disciplines WHERE studio_id = ${studio.id} ORDER BY sort, name LIMIT 50`),
  types: db.all<{ id: string; name: string }>(sql`
    SELECT id, name FROM class_types
    WHERE studio_id = ${studio.id} AND kind IN ('class','appointment') AND archived_at IS NULL
    ORDER BY name LIMIT 200`),
})

/**
 * What is asked for, by which classes, and what everyone who works here holds, what ends first in
 * front: of each kind the one that is good for longest. One trip.
 */
export async function qualificationsPage(ctx: StudioContext) {
  return batch(ctx.db, {
    ...choicesStatements(ctx),
    kinds: kindsStatement(ctx),
    held: heldStatement(
      ctx,
      sql`person.is_staff = 1 AND person.archived_at IS NULL AND kind.archived_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM qualifications AS next
          WHERE next.studio_id = paper.studio_id AND next.person_id = paper.person_id
            AND next.kind_id = paper.kind_id AND next.id <> paper.id
            AND coalesce(next.expires_on, '9999') > coalesce(paper.expires_on, '9999'))`,
    ),
  })
}

/**
 * What one who works here holds, when they can teach and are away; null for anybody else. `files`
 * kept about them are for a manager, who notes what they hold. One trip.
 */
export async function staffWorkPage(
  ctx: StudioContext,
  personId: string,
  { files }: { files: boolean },
) {
  const { db, studio } = ctx
  const { people, ...read } = await batch(db, {
    people: db.all<{ id: string; name: string }>(sql`
      SELECT id, name FROM people
      WHERE studio_id = ${studio.id} AND id = ${personId} AND is_staff = 1`),
    kinds: kindsStatement(ctx),
    held: heldStatement(ctx, sql`paper.person_id = ${personId}`),
    files: files
      ? db.all<{ id: string; name: string }>(sql`
      SELECT file.id, file.name FROM files AS file
      WHERE file.studio_id = ${studio.id} AND ${personFileSql(personId)}
      ORDER BY file.name LIMIT 100`)
      : null,
    hours: db.all<{ id: string; weekday: number; from: string; until: string }>(sql`
      SELECT id, weekday, "from", until FROM teaching_hours
      WHERE studio_id = ${studio.id} AND person_id = ${personId} ORDER BY weekday, "from" LIMIT 50`),
    away: timeOffStatement(
      ctx,
      sql`away.person_id = ${personId} AND away.state <> 'withdrawn' AND away.ends_at > ${ctx.now}`,
    ),
  })
  return people[0] ? { person: people[0], ...read } : null
}
