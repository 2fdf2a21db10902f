import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { ChangeDocumentForm, NewDocumentForm, NewVersionForm } from './document-forms.ts'

/**
 * The waiver that a new studio begins with, for everybody and before booking, under an id that was
 * chosen before: run twice it is one. `author` is its owner.
 */
export function firstDocumentStatements(
  { db, studio, now }: Pick<StudioContext, 'db' | 'studio' | 'now'>,
  { id, name, text }: { id: string; name: string; text: string },
  author: { userId: string; name: string },
) {
  return {
    documentText: db.run(sql`
      INSERT INTO document_versions (studio_id, document_id, number, text, asks_again, author_id,
        author_name, published_at)
      VALUES (${studio.id}, ${id}, 1, ${text}, 1, ${author.userId}, ${author.name}, ${now})
      ON CONFLICT DO NOTHING`),
    document: db.run(sql`
      INSERT INTO documents (id, studio_id, name, blocks_booking, audience, created_at)
      VALUES (${id}, ${studio.id}, ${name}, 1, 'everybody', ${now})
      ON CONFLICT (id) DO NOTHING`),
  }
}

/**
 * Adds a document with its first version, under the form's key: sent twice it is one. Nobody is
 * told; anyone who books next is asked if it blocks booking.
 */
export async function addDocument(ctx: StaffContext, form: NewDocumentForm): Promise<void> {
  const { db, studio, now, actor } = ctx
  await batch(db, {
    version: db.run(sql`
      INSERT INTO document_versions (studio_id, document_id, number, text, asks_again, author_id,
        author_name, published_at)
      SELECT ${studio.id}, ${form.key}, 1, ${form.text}, 1, ${actor.userId}, ${actor.name}, ${now}
      WHERE NOT EXISTS (SELECT 1 FROM documents WHERE id = ${form.key})
      ON CONFLICT DO NOTHING`),
    add: db.run(sql`
      INSERT INTO documents (id, studio_id, name, blocks_booking, audience, created_at)
      VALUES (${form.key}, ${studio.id}, ${form.name}, ${form.blocksBooking ? 1 : 0},
        ${form.audience}, ${now})
      ON CONFLICT (id) DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        action: 'document.added',
        subjectKind: 'document',
        subjectId: form.key,
        detail: { name: form.name },
      },
      rightAfterChange,
    ),
  })
}

export type ChangeDocumentResult = { ok: true } | { ok: false; reason: 'not_found' | 'changed' }

/**
 * Changes whom a document is for and what it stops, at the version the form showed; its text stays.
 * Bookings that stand are not touched.
 */
export async function changeDocument(
  ctx: StaffContext,
  documentId: string,
  form: ChangeDocumentForm,
): Promise<ChangeDocumentResult> {
  const { db, studio } = ctx
  const here = sql`studio_id = ${studio.id} AND id = ${documentId}`
  const columns = sql`name, blocks_booking, audience`
  const values = sql`${form.name}, ${form.blocksBooking ? 1 : 0}, ${form.audience}`
  const { change, there } = await batch(db, {
    change: db.run(sql`
      UPDATE documents SET (${columns}) = (${values}), version = version + 1
      WHERE ${here} AND version = ${form.version} AND (${columns}) IS NOT (${values})`),
    audit: auditStatement(
      ctx,
      {
        action: 'document.changed',
        subjectKind: 'document',
        subjectId: documentId,
        detail: { name: form.name, blocks: Boolean(form.blocksBooking), audience: form.audience },
      },
      rightAfterChange,
    ),
    there: db.all<{ same: number }>(
      sql`SELECT (${columns}) IS (${values}) AS same FROM documents WHERE ${here}`,
    ),
  })
  if (changed(change) > 0 || there[0]?.same === 1) return { ok: true }
  return { ok: false, reason: there.length > 0 ? 'changed' : 'not_found' }
}

/**
 * Publishes the next version of a document. `asksAgain` ends what was signed before for coming
 * bookings, not for those that stand (they are asked for what counted when they were made); without
 * it earlier signatures go on. Refuses where somebody has changed the document since (`changed`),
 * and the very text that stands (`same`).
 */
export async function publishVersion(
  ctx: StaffContext,
  documentId: string,
  form: NewVersionForm,
): Promise<ChangeDocumentResult | { ok: false; reason: 'same' }> {
  const { db, studio, now, actor } = ctx
  const here = sql`document.studio_id = ${studio.id} AND document.id = ${documentId}`
  const asks = form.asksAgain ? 1 : 0
  const { publish, there } = await batch(db, {
    text: db.run(sql`
      INSERT INTO document_versions (studio_id, document_id, number, text, asks_again, author_id,
        author_name, published_at)
      SELECT document.studio_id, document.id, document.latest + 1, ${form.text}, ${asks},
        ${actor.userId}, ${actor.name}, ${now}
      FROM documents AS document WHERE ${here} AND document.version = ${form.version}
        AND NOT EXISTS (SELECT 1 FROM document_versions AS last
          WHERE last.studio_id = document.studio_id AND last.document_id = document.id
            AND last.number = document.latest AND last.text = ${form.text})
      ON CONFLICT DO NOTHING`),
    publish: db.run(sql`
      UPDATE documents AS document SET latest = latest + 1, version = version + 1,
        counts_from = iif(${asks}, latest + 1, counts_from)
      WHERE ${here} AND ${rightAfterChange}`),
    audit: auditStatement(
      ctx,
      {
        action: 'document.version_published',
        subjectKind: 'document',
        subjectId: documentId,
        detail: { asksAgain: asks === 1 },
      },
      rightAfterChange,
    ),
    there: db.all<{ text: string }>(sql`
      SELECT last.text FROM documents AS document
      JOIN document_versions AS last ON last.studio_id = document.studio_id
        AND last.document_id = document.id AND last.number = document.latest
      WHERE ${here}`),
  })
  if (changed(publish) > 0) return { ok: true }
  const [last] = there
  if (!last) return { ok: false, reason: 'not_found' }
  return { ok: false, reason: last.text === form.text ? 'same' : 'changed' }
}

/**
 * Takes a document out of use, or back into it. What was signed stays; an archived one stops
 * nobody.
 */
export async function archiveDocument(
  ctx: StaffContext,
  documentId: string,
  { version, back }: { version: number; back?: 'on' | undefined },
): Promise<ChangeDocumentResult> {
  const { db, studio, now } = ctx
  const here = sql`studio_id = ${studio.id} AND id = ${documentId}`
  const { change, there } = await batch(db, {
    change: db.run(sql`
      UPDATE documents SET archived_at = ${back ? null : now}, version = version + 1
      WHERE ${here} AND version = ${version}
        AND archived_at IS ${back ? sql`NOT NULL` : sql`NULL`}`),
    audit: auditStatement(
      ctx,
      {
        action: back ? 'document.restored' : 'document.archived',
        subjectKind: 'document',
        subjectId: documentId,
      },
      rightAfterChange,
    ),
    there: db.all<{ done: number }>(sql`
      SELECT archived_at IS ${back ? sql`NULL` : sql`NOT NULL`} AS done FROM documents
      WHERE ${here}`),
  })
  if (changed(change) > 0 || there[0]?.done === 1) return { ok: true }
  return { ok: false, reason: there.length > 0 ? 'changed' : 'not_found' }
}
