import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { SignedRow } from './signed-document.ts'

/** A signature with the text that was signed; `whom` says of `person` whose may be read. */
export function signedDocumentStatement(
  { db, studio }: StudioContext,
  signatureId: string,
  whom: SQL,
): Statement<SignedRow[]> {
  return db.all<SignedRow>(sql`
    SELECT signature.id, document.id AS documentId, document.name, signature.number, version.text,
      version.published_at AS publishedAt, person.id AS personId, person.name AS personName,
      signature.signer_name AS signerName, signature.signed_as AS signedAs,
      signature.on_paper AS onPaper, signature.actor_name AS actorName,
      signature.signed_at AS signedAt, signature.withdrawn_at AS withdrawnAt
    FROM signatures AS signature
    JOIN documents AS document ON document.id = signature.document_id
    JOIN document_versions AS version ON version.studio_id = signature.studio_id
      AND version.document_id = signature.document_id AND version.number = signature.number
    JOIN people AS person ON person.id = signature.person_id
    WHERE signature.studio_id = ${studio.id} AND signature.id = ${signatureId} AND ${whom}`)
}

/** The signed copy of a person; null where they have no such signature. */
export async function findSignedDocument(
  ctx: StudioContext,
  personId: string,
  signatureId: string,
): Promise<SignedRow | null> {
  const { rows } = await batch(ctx.db, {
    rows: signedDocumentStatement(ctx, signatureId, sql`person.id = ${personId}`),
  })
  return rows[0] ?? null
}
