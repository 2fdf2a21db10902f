import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type { Audience, SignedAs } from '#app/db/studio/documents-words.ts'
import { minorSql } from '#app/domain/people/minor-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import { signaturesCounted } from './document-words.ts'
import { firstUnsignedSql, unsignedFromSql } from './unsigned-sql.server.ts'

export type DocumentRow = {
  id: string
  name: string
  blocksBooking: number
  audience: Audience
  latest: number
  countsFrom: number
  archivedAt: Instant | null
  version: number
  publishedAt: Instant
  /** Signatures that stand, of every version, to 1,000. */
  signed: number
}

const documentColumns = sql`document.id, document.name, document.blocks_booking AS blocksBooking,
  document.audience, document.latest, document.counts_from AS countsFrom,
  document.archived_at AS archivedAt, document.version, (
    SELECT last.published_at FROM document_versions AS last
    WHERE last.studio_id = document.studio_id AND last.document_id = document.id
      AND last.number = document.latest) AS publishedAt, (
    SELECT count(*) FROM (SELECT 1 FROM signatures AS signature
      WHERE signature.studio_id = document.studio_id AND signature.document_id = document.id
        AND signature.withdrawn_at IS NULL LIMIT ${signaturesCounted})) AS signed`

/** The documents of a studio, those in use first. */
export function listDocuments({ db, studio }: StudioContext): Promise<DocumentRow[]> {
  return db.all<DocumentRow>(sql`
    SELECT ${documentColumns} FROM documents AS document
    WHERE document.studio_id = ${studio.id}
    ORDER BY document.archived_at IS NOT NULL, document.name LIMIT 100`)
}

export type VersionRow = {
  number: number
  text: string
  asksAgain: number
  authorName: string
  publishedAt: Instant
  signed: number
}

/** One document with its versions, the newest first; null where the studio has none of that id. */
export async function findDocument({ db, studio }: StudioContext, documentId: string) {
  const { document, versions } = await batch(db, {
    document: db.all<DocumentRow>(sql`
      SELECT ${documentColumns} FROM documents AS document
      WHERE document.studio_id = ${studio.id} AND document.id = ${documentId}`),
    versions: db.all<VersionRow>(sql`
      SELECT version.number, version.text, version.asks_again AS asksAgain,
        version.author_name AS authorName, version.published_at AS publishedAt, (
          SELECT count(*) FROM (SELECT 1 FROM signatures AS signature
            WHERE signature.studio_id = version.studio_id
              AND signature.document_id = version.document_id
              AND signature.number = version.number AND signature.withdrawn_at IS NULL
            LIMIT ${signaturesCounted})) AS signed
      FROM document_versions AS version
      WHERE version.studio_id = ${studio.id} AND version.document_id = ${documentId}
      ORDER BY version.number DESC LIMIT 50`),
  })
  const [found] = document
  return found ? { document: found, versions } : null
}

export type PersonDocumentRow = {
  personId: string
  personName: string
  id: string
  name: string
  number: number
  /** Booking asks for it, and nothing they signed counts. */
  missing: number
  /** The person is under age. */
  minor: number
  /** Their newest signature that stands; null where there is none. */
  signatureId: string | null
  signedNumber: number | null
  signedAt: string | null
  signerName: string | null
  signedAs: SignedAs | null
  onPaper: number | null
}

/**
 * The documents that are for people, each with what they signed of it: in use, or signed already.
 * `whom` says of `person` for whom; what is missing comes first.
 */
export function personDocumentsStatement(
  ctx: StudioContext,
  whom: SQL,
): Statement<PersonDocumentRow[]> {
  const { db, studio } = ctx
  const minor = minorSql(ctx)
  return db.all<PersonDocumentRow>(sql`
    SELECT person.id AS personId, person.name AS personName, document.id, document.name,
      document.latest AS number,
      document.id IN (SELECT document.id ${unsignedFromSql(ctx, 'person')}) AS missing,
      ${minor} AS minor, signature.id AS signatureId, signature.number AS signedNumber,
      signature.signed_at AS signedAt, signature.signer_name AS signerName,
      signature.signed_as AS signedAs, signature.on_paper AS onPaper
    FROM people AS person CROSS JOIN documents AS document
    LEFT JOIN signatures AS signature ON signature.id = (
      SELECT newest.id FROM signatures AS newest
      WHERE newest.studio_id = document.studio_id AND newest.person_id = person.id
        AND newest.document_id = document.id AND newest.withdrawn_at IS NULL
      ORDER BY newest.number DESC, newest.signed_as DESC LIMIT 1)
    WHERE +person.studio_id = ${studio.id} AND ${whom} AND document.studio_id = ${studio.id}
      AND (signature.id IS NOT NULL OR document.archived_at IS NULL
        AND CASE document.audience WHEN 'adults' THEN NOT ${minor} WHEN 'minors' THEN ${minor}
          ELSE 1 END)
    ORDER BY missing DESC, person.name, document.created_at LIMIT 200`)
}

/** The text of a version, by an expression of its number; where that is NULL, the one in use. */
export function versionTextStatement(
  { db, studio }: StudioContext,
  documentId: string,
  number: SQL,
): Statement<{ name: string; number: number; text: string; publishedAt: Instant }[]> {
  return db.all(sql`
    SELECT document.name, version.number, version.text, version.published_at AS publishedAt
    FROM documents AS document JOIN document_versions AS version
      ON version.studio_id = document.studio_id AND version.document_id = document.id
      AND version.number = coalesce(${number}, document.latest)
    WHERE document.studio_id = ${studio.id} AND document.id = ${documentId}`)
}

/** What the person has to sign before they book, in a row: `toUnsigned` reads it. */
export function unsignedStatement(
  ctx: StudioContext,
  personId: string,
): Statement<{ unsigned: string | null }[]> {
  const { db, studio } = ctx
  return db.all<{ unsigned: string | null }>(sql`
    SELECT ${firstUnsignedSql(ctx, 'person')} AS unsigned FROM people AS person
    WHERE person.studio_id = ${studio.id} AND person.id = ${personId}`)
}

/** The documents that are for one person, with what they signed. */
export async function listPersonDocuments(ctx: StudioContext, personId: string) {
  const { documents } = await batch(ctx.db, {
    documents: personDocumentsStatement(ctx, sql`person.id = ${personId}`),
  })
  return documents
}
