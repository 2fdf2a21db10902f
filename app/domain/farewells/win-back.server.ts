import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { WinBackResult } from '#app/db/studio/farewells-words.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { WinBackForm } from './exit-forms.ts'

export type NoteWinBackResult = { ok: true } | { ok: false; reason: 'not_found' | 'do_not_contact' }

/**
 * Notes what was offered or said to win someone back; nothing is sent. The form's key is the row's
 * id: sent twice it is one. Refused for who is not to be contacted.
 */
export async function noteWinBack(
  ctx: StaffContext,
  personId: string,
  { key, offer = '', note }: WinBackForm,
): Promise<NoteWinBackResult> {
  const { db, studio, now, actor } = ctx
  const { person, noted } = await batch(db, {
    note: db.run(sql`
      INSERT INTO win_backs (id, studio_id, person_id, offer, note, result, by_name, at)
      SELECT ${key}, studio_id, id, ${offer}, ${note}, 'open', ${actor.name}, ${now}
      FROM people WHERE studio_id = ${studio.id} AND id = ${personId} AND merged_into IS NULL
        AND erased_at IS NULL AND do_not_contact_at IS NULL
      ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      { action: 'person.win_back', subjectKind: 'person', subjectId: personId, detail: { key } },
      rightAfterChange,
    ),
    person: db.all<{ id: string }>(sql`
      SELECT id FROM people
      WHERE studio_id = ${studio.id} AND id = ${personId} AND merged_into IS NULL`),
    noted: db.all<{ id: string }>(sql`
      SELECT id FROM win_backs
      WHERE studio_id = ${studio.id} AND id = ${key} AND person_id = ${personId}`),
  })
  if (!person[0]) return { ok: false, reason: 'not_found' }
  return noted[0] ? { ok: true } : { ok: false, reason: 'do_not_contact' }
}

/** What became of one. False where there is none such. */
export async function settleWinBack(
  ctx: StaffContext,
  personId: string,
  id: string,
  result: WinBackResult,
): Promise<boolean> {
  const { db, studio } = ctx
  const own = sql`studio_id = ${studio.id} AND person_id = ${personId} AND id = ${id}`
  const { there } = await batch(db, {
    settle: db.run(
      sql`UPDATE win_backs SET result = ${result} WHERE ${own} AND result <> ${result}`,
    ),
    audit: auditStatement(
      ctx,
      {
        action: 'person.win_back_settled',
        subjectKind: 'person',
        subjectId: personId,
        detail: { key: id, result },
      },
      rightAfterChange,
    ),
    there: db.all<{ id: string }>(sql`SELECT id FROM win_backs WHERE ${own}`),
  })
  return there.length > 0
}
