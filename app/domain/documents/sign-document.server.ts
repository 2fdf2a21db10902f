import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { actedForSql } from '#app/domain/families/act-for.server.ts'
import { isGuardianSql } from '#app/domain/families/family-queries.server.ts'
import { minorSql } from '#app/domain/people/minor-sql.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { PaperForm, SignForm } from './document-forms.ts'

export type SignResult =
  | { ok: true; again?: true }
  | { ok: false; reason: 'not_found' | 'new_version' | 'guardian_signs' }

/**
 * Signs the version that was read: for oneself, or as a guardian for a child under age. Refuses a
 * document that has a newer version by now (`new_version`: read that first), somebody under age who
 * signs for themselves (`guardian_signs`), and anybody else's (`not_found`). Signed twice it is one
 * signature.
 */
export async function signDocument(
  ctx: MemberContext,
  documentId: string,
  { key, person: personId, number, signerName }: SignForm,
): Promise<SignResult> {
  const { db, studio, now, person: signer, actor } = ctx
  const minor = minorSql(ctx)
  const guards = isGuardianSql(ctx, sql`${signer.id}`, sql`person.id`)
  const signed = sql`document.studio_id = ${studio.id} AND document.id = ${documentId}
    AND document.archived_at IS NULL
    AND (person.id = ${signer.id} OR ${actedForSql(ctx, 'person')} AND ${guards})`
  const both = sql`documents AS document
    JOIN people AS person ON person.studio_id = document.studio_id AND person.id = ${personId}`
  const { sign, there } = await batch(db, {
    sign: db.run(sql`
      INSERT INTO signatures (id, studio_id, document_id, number, person_id, signer_name, signed_as,
        on_paper, actor_id, actor_name, signed_at)
      SELECT ${key}, document.studio_id, document.id, document.latest, person.id, ${signerName},
        iif(person.id = ${signer.id}, 'self', 'guardian'), 0, ${actor.userId}, ${actor.name}, ${now}
      FROM ${both}
      WHERE ${signed} AND document.latest = ${number} AND (person.id <> ${signer.id} OR NOT ${minor})
      ON CONFLICT DO NOTHING`),
    there: db.all<{ latest: number; minor: number }>(
      sql`SELECT document.latest, ${minor} AS minor FROM ${both} WHERE ${signed}`,
    ),
  })
  if (changed(sign) > 0) return { ok: true }
  const [document] = there
  if (!document) return { ok: false, reason: 'not_found' }
  if (document.minor === 1 && personId === signer.id) return { ok: false, reason: 'guardian_signs' }
  return document.latest === number
    ? { ok: true, again: true }
    : { ok: false, reason: 'new_version' }
}

/**
 * Notes what was signed on paper, at the version that is in use, for somebody on their own or, if
 * they are under age, by the person who signed for them. Sent twice it is one. False where the
 * studio has no such person or document in use.
 */
export async function noteSignedOnPaper(
  ctx: StaffContext,
  personId: string,
  { key, document: documentId, signerName, signedOn }: PaperForm,
): Promise<boolean> {
  const { db, studio, actor } = ctx
  const { there } = await batch(db, {
    sign: db.run(sql`
      INSERT INTO signatures (id, studio_id, document_id, number, person_id, signer_name, signed_as,
        on_paper, actor_id, actor_name, signed_at)
      SELECT ${key}, document.studio_id, document.id, document.latest, person.id, ${signerName},
        iif(${minorSql(ctx)}, 'guardian', 'self'), 1, ${actor.userId}, ${actor.name}, ${signedOn}
      FROM documents AS document
      JOIN people AS person ON person.studio_id = document.studio_id AND person.id = ${personId}
      WHERE document.studio_id = ${studio.id} AND document.id = ${documentId}
        AND document.archived_at IS NULL
      ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        action: 'document.signed_on_paper',
        subjectKind: 'person',
        subjectId: personId,
        detail: { documentId, signatureId: key },
      },
      rightAfterChange,
    ),
    there: db.all<{ id: string }>(sql`
      SELECT signature.id FROM signatures AS signature
      JOIN documents AS document ON document.studio_id = signature.studio_id
        AND document.id = signature.document_id AND document.latest = signature.number
      WHERE signature.studio_id = ${studio.id} AND signature.person_id = ${personId}
        AND signature.document_id = ${documentId} AND signature.withdrawn_at IS NULL`),
  })
  return there.length > 0
}

/**
 * Ends a signature that should not be there (signed for somebody else, noted by mistake), with a
 * reason. The row stays. Twice is once; false where the person has no such signature.
 */
export async function withdrawSignature(
  ctx: StaffContext,
  { personId, signatureId, reason }: { personId: string; signatureId: string; reason: string },
): Promise<boolean> {
  const { db, studio, now } = ctx
  const here = sql`studio_id = ${studio.id} AND person_id = ${personId} AND id = ${signatureId}`
  const { there } = await batch(db, {
    withdraw: db.run(
      sql`UPDATE signatures SET withdrawn_at = ${now} WHERE ${here} AND withdrawn_at IS NULL`,
    ),
    audit: auditStatement(
      ctx,
      {
        action: 'document.signature_withdrawn',
        subjectKind: 'person',
        subjectId: personId,
        reason,
        detail: { signatureId },
      },
      rightAfterChange,
    ),
    there: db.all<{ id: string }>(sql`SELECT id FROM signatures WHERE ${here}`),
  })
  return there.length > 0
}
