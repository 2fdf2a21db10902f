import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { NoteForm } from './person-fields.ts'

/**
 * Writes a note about a person; `yellow` and `red` ones stand above the profile. The form's key is
 * the note's id, so that a double click writes one. False where the studio has no such person.
 */
export async function addNote(
  ctx: StaffContext,
  personId: string,
  { key, kind, text }: NoteForm,
): Promise<boolean> {
  const { db, studio, now, actor } = ctx
  const { found } = await batch(db, {
    add: db.run(sql`
      INSERT INTO person_notes (id, studio_id, person_id, kind, text, author_id,
        author_name, created_at)
      SELECT ${key}, studio_id, id, ${kind}, ${text}, ${actor.userId}, ${actor.name}, ${now}
      FROM people WHERE studio_id = ${studio.id} AND id = ${personId}
      ON CONFLICT (id) DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        action: 'note.added',
        subjectKind: 'person',
        subjectId: personId,
        detail: { noteId: key, kind },
      },
      rightAfterChange,
    ),
    found: db.all<{ id: string }>(
      sql`SELECT id FROM person_notes
        WHERE studio_id = ${studio.id} AND person_id = ${personId} AND id = ${key}`,
    ),
  })
  return found.length > 0
}

/**
 * Notes that were taken elsewhere as notes about a person, each once: `notes` is a SELECT of `id,
 * person_id, text, author_name, created_at`.
 */
export function carriedNotesStatement(
  { db, studio, actor }: StudioContext & { actor: { userId: string } },
  notes: SQL,
): Statement<D1Result> {
  return db.run(sql`
    INSERT INTO person_notes (id, studio_id, person_id, kind, text, author_id, author_name,
      created_at)
    SELECT note.id, ${studio.id}, note.person_id, 'note', note.text, ${actor.userId},
      note.author_name, note.created_at
    FROM (${notes}) AS note WHERE 1
    ON CONFLICT (id) DO NOTHING`)
}
