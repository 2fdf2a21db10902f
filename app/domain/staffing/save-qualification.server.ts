/** What a studio asks those who work there to hold, and what each of them holds. */
import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { personFileSql } from '#app/domain/files/file-queries.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { QualificationForm, QualificationKindForm } from './qualification-form.ts'
import { qualificationTasks } from './qualification-tasks.server.ts'

export type SaveKindResult =
  | { ok: true }
  | { ok: false; reason: 'name_taken' | 'changed' | 'not_found' | 'no_such_class' }

/**
 * Adds a kind under the form's key (twice is once), or changes the one that is at `version`. What
 * it asks of classes holds from then on, for anyone who is put on one; nobody is taken off. Refused
 * for a name in use, an edit over another's (`changed`), and classes and disciplines of no record
 * here.
 */
export async function saveQualificationKind(
  ctx: StaffContext,
  kindId: string | null,
  { key, version, name, effect, neededFor }: QualificationKindForm,
): Promise<SaveKindResult> {
  const { db, studio, now } = ctx
  const id = kindId ?? key
  const given = JSON.stringify(neededFor.filter((one) => one !== 'all'))
  const needs = neededFor.includes('all') ? 'all' : neededFor.join(',')
  const known = sql`NOT EXISTS (SELECT 1 FROM json_each(${given}) AS given
    WHERE NOT EXISTS (SELECT 1 FROM class_types AS type
        WHERE type.studio_id = ${studio.id} AND type.id = given.value)
      AND NOT EXISTS (SELECT 1 FROM disciplines AS discipline
        WHERE discipline.studio_id = ${studio.id} AND discipline.id = given.value))`
  const own = sql`studio_id = ${studio.id} AND id = ${id}`
  const free = sql`NOT EXISTS (SELECT 1 FROM qualification_kinds AS other
    WHERE other.studio_id = ${studio.id} AND other.name = ${name} AND other.archived_at IS NULL
      AND other.id <> ${id})`
  const { saved, facts } = await batch(db, {
    saved: kindId
      ? db.run(sql`
          UPDATE qualification_kinds SET name = ${name}, effect = ${effect}, needed_for = ${needs},
            version = version + 1
          WHERE ${own} AND version = ${version} AND archived_at IS NULL AND ${free} AND ${known}`)
      : db.run(sql`
          INSERT INTO qualification_kinds (id, studio_id, name, effect, needed_for, created_at)
          SELECT ${id}, ${studio.id}, ${name}, ${effect}, ${needs}, ${now}
          WHERE ${free} AND ${known} ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        action: kindId ? 'qualification_kind.changed' : 'qualification_kind.added',
        subjectKind: 'qualification_kind',
        subjectId: id,
        detail: { name, effect, neededFor: needs },
      },
      rightAfterChange,
    ),
    ...qualificationTasks(ctx),
    facts: db.all<{ there: number; same: number; free: number; known: number }>(sql`
      SELECT EXISTS (SELECT 1 FROM qualification_kinds WHERE ${own} AND archived_at IS NULL) AS there,
        EXISTS (SELECT 1 FROM qualification_kinds WHERE ${own} AND name = ${name}
          AND effect = ${effect} AND needed_for = ${needs}) AS same,
        ${free} AS free, ${known} AS known`),
  })
  const [fact] = facts
  if (changed(saved) > 0 || fact?.same) return { ok: true }
  if (kindId && !fact?.there) return { ok: false, reason: 'not_found' }
  if (!fact?.free) return { ok: false, reason: 'name_taken' }
  return { ok: false, reason: fact.known ? 'changed' : 'no_such_class' }
}

/** Takes a kind out of use: nothing asks for it any more, and what people hold of it stays. */
export async function archiveQualificationKind(ctx: StaffContext, id: string): Promise<void> {
  const { db, studio, now } = ctx
  await batch(db, {
    archived: db.run(sql`
      UPDATE qualification_kinds SET archived_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${id} AND archived_at IS NULL`),
    audit: auditStatement(
      ctx,
      { action: 'qualification_kind.archived', subjectKind: 'qualification_kind', subjectId: id },
      rightAfterChange,
    ),
    ...qualificationTasks(ctx),
  })
}

/**
 * Notes what somebody holds, under the form's key: a renewal is another one, and what it follows
 * stays. Refused for somebody who does not work here, a kind that is not in use, and a file that
 * is not theirs. Twice is once.
 */
export async function addQualification(
  ctx: StaffContext,
  personId: string,
  { key, kindId, number, issuedOn, expiresOn, fileId }: QualificationForm,
): Promise<{ ok: true } | { ok: false; reason: 'not_found' | 'no_such_kind' | 'no_such_file' }> {
  const { db, studio, now, actor } = ctx
  const person = sql`EXISTS (SELECT 1 FROM people
    WHERE studio_id = ${studio.id} AND id = ${personId} AND is_staff = 1)`
  const kind = sql`EXISTS (SELECT 1 FROM qualification_kinds
    WHERE studio_id = ${studio.id} AND id = ${kindId} AND archived_at IS NULL)`
  const file = sql`(${fileId} = '' OR EXISTS (SELECT 1 FROM files AS file
    WHERE file.studio_id = ${studio.id} AND file.id = ${fileId} AND ${personFileSql(personId)}))`
  const { facts } = await batch(db, {
    facts: db.all<{ person: number; kind: number; file: number }>(
      sql`SELECT ${person} AS person, ${kind} AS kind, ${file} AS file`,
    ),
    added: db.run(sql`
      INSERT INTO qualifications (id, studio_id, person_id, kind_id, number, issued_on, expires_on,
        file_id, created_by, created_at)
      SELECT ${key}, ${studio.id}, ${personId}, ${kindId}, ${number}, ${issuedOn}, ${expiresOn},
        nullif(${fileId}, ''), ${actor.name}, ${now}
      WHERE ${person} AND ${kind} AND ${file} ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        action: 'qualification.added',
        subjectKind: 'person',
        subjectId: personId,
        detail: { kindId, issuedOn, expiresOn },
      },
      rightAfterChange,
    ),
    ...qualificationTasks(ctx),
  })
  const [fact] = facts
  if (!fact?.person) return { ok: false, reason: 'not_found' }
  if (!fact.kind) return { ok: false, reason: 'no_such_kind' }
  return fact.file ? { ok: true } : { ok: false, reason: 'no_such_file' }
}

/** Takes off what was noted by mistake. Twice is once. */
export async function removeQualification(
  ctx: StaffContext,
  personId: string,
  id: string,
): Promise<void> {
  const { db, studio } = ctx
  await batch(db, {
    removed: db.run(sql`DELETE FROM qualifications
      WHERE studio_id = ${studio.id} AND person_id = ${personId} AND id = ${id}`),
    audit: auditStatement(
      ctx,
      {
        action: 'qualification.removed',
        subjectKind: 'person',
        subjectId: personId,
        detail: { id },
      },
      rightAfterChange,
    ),
    ...qualificationTasks(ctx),
  })
}
