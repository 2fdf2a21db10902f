import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import {
  auditEachStatement,
  auditStatement,
  rightAfterChange,
} from '#app/domain/audit/audit.server.ts'
import { linkGuardiansStatement } from '#app/domain/families/link-guardian.server.ts'
import { bringConsentsStatement } from '#app/domain/people/consents/import-consents.server.ts'
import {
  addPeopleStatements,
  bringNotesStatement,
  fillPeopleStatement,
  keepAnswersStatement,
} from '#app/domain/people/import-statements.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { derivedId, newId } from '#app/values/id.ts'
import { addMinutes } from '#app/values/instant.ts'
import { endOfDay, localDate } from '#app/values/zone.ts'
import type { WaitingRow } from './check-people-file.server.ts'
import { consentKey, ways } from './consent-columns.ts'
import { findPeopleImport, type PeopleImport } from './import-queries.server.ts'
import { advanceStatement, isStepSql, nextRows } from './import-step.server.ts'
import { consentsAsFilled, type MatchedRow, matchRows } from './match-rows.server.ts'
import { ownTarget } from './own-columns.ts'

export type CommitResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'not_checked' | 'another' }

/**
 * Starts what a check has shown; everyone added is given `tag`. A second start is no error. Refused
 * while another file of the studio is under way: the two could have the same person.
 */
export async function commitPeopleImport(
  ctx: StaffContext,
  importId: string,
  tag: string,
): Promise<CommitResult> {
  const { db, studio, now } = ctx
  const { started } = await batch(db, {
    started: db.run(sql`
      UPDATE people_imports SET state = 'committing', committed_at = ${now}, tag = ${tag}
      WHERE studio_id = ${studio.id} AND id = ${importId} AND state = 'dry_run'
        AND NOT EXISTS (SELECT 1 FROM people_imports AS other
          WHERE other.studio_id = ${studio.id} AND other.id <> ${importId}
            AND other.state IN ('committing', 'rolling_back'))`),
    audit: auditStatement(
      ctx,
      { action: 'people.imported', subjectKind: 'people_import', subjectId: importId },
      rightAfterChange,
    ),
  })
  if (changed(started) > 0) return { ok: true }
  const job = await findPeopleImport(ctx, importId)
  if (!job || job.state === 'discarded') return { ok: false, reason: 'not_found' }
  if (job.state === 'dry_run') return { ok: false, reason: 'another' }
  return job.state === 'uploaded' || job.state === 'mapped'
    ? { ok: false, reason: 'not_checked' }
    : { ok: true }
}

/**
 * Takes over the next rows of an import, in one batch. No matter who calls it and how often, also
 * two at once: the cursor moves from where the step found it, and only the step that moved it
 * writes. Ids follow from import and line, so that a row is one person.
 */
export async function importNextPeople(
  ctx: StudioContext & { media: R2Bucket },
  job: PeopleImport,
): Promise<void> {
  const { db, studio } = ctx
  const waiting = await nextRows<WaitingRow>(ctx.media, job)
  // Who is there is asked again: since the check somebody may have been added, changed or removed.
  // A row without a name only says something of somebody who is here.
  const matched = (await matchRows(ctx, job.source, waiting)).filter(
    ({ name, personId }) => name !== '' || personId !== null,
  )
  const linksOf = new Map(waiting.map(({ line, links }) => [line, links]))
  const step = newId()
  const rows = await Promise.all(
    matched.map(async (row) => ({
      ...row,
      id: row.personId ?? (await derivedId(job.id, String(row.line))),
      noteId: `${job.id}-${row.line}`,
      tags: [...row.tags.split(', '), job.tag].filter(Boolean).slice(0, 10).join(', '),
      links: linksOf.get(row.line) ?? [],
      // Of somebody added too, so that taking the file back knows which answers it brought.
      filled: row.outcome === 'added' ? addedAsFilled(row) : row.filled,
    })),
  )
  const json = (of: readonly unknown[]) => JSON.stringify(of)
  const mine = isStepSql(ctx, job, step)
  const added = rows.filter(({ outcome }) => outcome === 'added')
  // What tells a file of people who changed is kept of rows that say who they are.
  const numbered = rows.flatMap(({ name, id, hash, keys }) => (name ? [{ id, hash, keys }] : []))
  const author = { id: job.actorId, name: job.actorName }
  const lineOf = (line: ReturnType<typeof sql>) => sql`(SELECT imported.person_id
    FROM imported_people AS imported WHERE imported.studio_id = ${studio.id}
      AND imported.import_id = ${job.id} AND imported.line = ${line})`
  await batch(db, {
    advance: advanceStatement(ctx, job, { step, rows: waiting.length }),
    ...addPeopleStatements(ctx, json(added), author, mine),
    fill: fillPeopleStatement(
      ctx,
      json(
        rows
          .filter(({ outcome }) => outcome === 'filled')
          .map(({ id, filled }) => ({ id, filled })),
      ),
      mine,
    ),
    noted: bringNotesStatement(
      ctx,
      json(
        rows
          .filter(({ outcome }) => outcome === 'filled')
          .map(({ id, noteId, filled }) => ({ id, noteId, note: filled.note ?? '' })),
      ),
      author,
      mine,
    ),
    answers: keepAnswersStatement(
      ctx,
      json(
        rows
          .filter(({ outcome }) => outcome !== 'unchanged')
          .map(({ id, filled }) => ({ id, filled })),
      ),
      mine,
    ),
    consents: bringConsentsStatement(ctx, json(consentsOf(ctx, rows)), job.id, mine),
    imported: db.run(sql`
      INSERT INTO imported_people (studio_id, import_id, line, person_id, outcome, filled)
      SELECT ${studio.id}, ${job.id}, value ->> 'line', value ->> 'id', value ->> 'outcome',
        value -> 'filled'
      FROM json_each(${json(
        rows.map(({ line, id, outcome, filled }) => ({ line, id, outcome, filled })),
      )}) AS input WHERE ${mine}
      ON CONFLICT DO NOTHING`),
    sources: db.run(sql`
      INSERT INTO person_sources (studio_id, source, external_id, person_id, row_hash)
      SELECT ${studio.id}, ${job.source}, key.value, input.value ->> 'id', input.value ->> 'hash'
      FROM json_each(${json(numbered)}) AS input
        CROSS JOIN json_each(input.value -> 'keys') AS key
      WHERE ${mine}
      ON CONFLICT (studio_id, source, external_id) DO UPDATE SET
        person_id = excluded.person_id, row_hash = excluded.row_hash`),
    // Only where this file brought one of the two: a link the desk took away stays away.
    families: linkGuardiansStatement(
      ctx,
      sql`
        SELECT ${lineOf(sql`input.value ->> 1`)} AS guardian_id,
          ${lineOf(sql`input.value ->> 0`)} AS dependant_id
        FROM json_each(${json(rows.flatMap(({ links }) => links))}) AS input
        WHERE ${mine} AND EXISTS (SELECT 1 FROM imported_people AS new
          WHERE new.studio_id = ${studio.id} AND new.import_id = ${job.id}
            AND new.line IN (input.value ->> 0, input.value ->> 1) AND new.outcome = 'added')
        UNION ALL
        SELECT input.value ->> 'guardianId', input.value ->> 'id'
        FROM json_each(${json(
          added.filter((row) => row.guardianId).map(({ id, guardianId }) => ({ id, guardianId })),
        )}) AS input WHERE ${mine}`,
    ),
    audit: auditEachStatement(
      { ...ctx, actor: { userId: job.actorId, name: job.actorName } },
      {
        action: 'person.imported',
        subjectKind: 'person',
        detail: sql`json_object('importId', ${job.id}, 'file', ${job.fileName})`,
      },
      {
        idSql: sql`input.value ->> 'noteId'`,
        subjectIdSql: sql`input.value ->> 'id'`,
        from: sql`(SELECT value FROM json_each(${json(
          added.map(({ id, noteId }) => ({ id, noteId })),
        )}) WHERE ${mine}) AS input`,
      },
    ),
  })
}

const addedAsFilled = ({ own = {}, consents }: MatchedRow) =>
  Object.fromEntries([
    ...Object.entries(own).map(([field, answer]) => [ownTarget(field), answer]),
    ...consentsAsFilled(consents),
  ])

/** What the rows of a step say of news and offers, where it counts: see `bringConsentsStatement`. */
const consentsOf = (
  { studio, now }: StudioContext,
  rows: readonly (MatchedRow & { id: string })[],
) =>
  rows.flatMap(({ id, filled, consents }) => {
    const said = ways.flatMap((way) => {
      const answer = filled[consentKey(way)]
      return answer ? [{ channel: way, given: answer === 'yes' ? 1 : 0 }] : []
    })
    // Of a day the file says no hour: it was said by its end.
    const day = consents?.on && consents.on < localDate(now, studio.timeZone) ? consents.on : null
    const at = day ? addMinutes(endOfDay(day, studio.timeZone), -1) : now
    return said.map((one) => ({ ...one, id, at, from: consents?.from ?? '' }))
  })
