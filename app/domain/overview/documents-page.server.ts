/** Documents as their reader has them: their own, and those of the children they look after. */
import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import {
  type PersonDocumentRow,
  personDocumentsStatement,
  versionTextStatement,
} from '#app/domain/documents/document-queries.server.ts'
import { paragraphs, signedWords } from '#app/domain/documents/document-words.ts'
import { signedDocumentStatement } from '#app/domain/documents/signed-document.server.ts'
import { signedCopy } from '#app/domain/documents/signed-document.ts'
import { dependantIdsSql } from '#app/domain/families/family-queries.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { dayMonthYear } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

type PageViewer = { personId: string; name: string; email: string }

/** Oneself, and the people in one's care. */
const inMyHands = (ctx: MemberContext) => sql`person.id IN (
  SELECT ${ctx.person.id} UNION ALL ${dependantIdsSql(ctx, ctx.person.id)})`

function toLine(ctx: MemberContext, row: PersonDocumentRow) {
  const { timeZone, locale } = ctx.studio
  const mine = row.personId === ctx.person.id
  return {
    id: row.id,
    personId: row.personId,
    /** Their newest signature that counts; null where there is none. */
    signatureId: row.signatureId,
    name: row.name,
    /** Whom it is for, where that is a child. */
    child: mine ? '' : row.personName,
    ...signedWords(row, { timeZone, locale }),
    /** Only a parent or guardian may sign it. */
    guardianSigns: mine && row.minor === 1,
  }
}

/** All of them, what is missing first, in one batch. */
export async function documentsPage(ctx: MemberContext, viewer: PageViewer) {
  const answer = await batch(ctx.db, {
    ...shellStatements(ctx, viewer),
    documents: personDocumentsStatement(ctx, inMyHands(ctx)),
  })
  return {
    shell: toShell(answer, viewer),
    documents: answer.documents.map((row) => toLine(ctx, row)),
  }
}

/**
 * One document with its text, for oneself or, by `personId`, for a child; null where there is none
 * of that id that is theirs to read. Who has signed it and is asked for nothing newer reads the
 * version they signed.
 */
export async function documentPage(
  ctx: MemberContext,
  viewer: PageViewer,
  { documentId, personId }: { documentId: string; personId: string },
) {
  const { shell, rows, latest, signedText } = await read(ctx, viewer, documentId, personId)
  const [row] = rows
  const [newest] = latest
  if (!row || !newest) return null
  const line = toLine(ctx, row)
  const shown = line.signed ? (signedText[0] ?? newest) : newest
  const { timeZone, locale } = ctx.studio
  return {
    shell,
    document: {
      ...line,
      number: newest.number,
      paragraphs: paragraphs(shown.text),
      since: dayMonthYear(localDate(shown.publishedAt, timeZone), locale),
    },
  }
}

async function read(ctx: MemberContext, viewer: PageViewer, documentId: string, personId: string) {
  const whom = sql`person.id = ${personId} AND document.id = ${documentId} AND ${inMyHands(ctx)}`
  const answer = await batch(ctx.db, {
    ...shellStatements(ctx, viewer),
    rows: personDocumentsStatement(ctx, whom),
    latest: versionTextStatement(ctx, documentId, sql`NULL`),
    signedText: versionTextStatement(
      ctx,
      documentId,
      sql`(SELECT max(signature.number) FROM signatures AS signature
        WHERE signature.studio_id = ${ctx.studio.id} AND signature.person_id = ${personId}
          AND signature.document_id = ${documentId} AND signature.withdrawn_at IS NULL)`,
    ),
  })
  return { ...answer, shell: toShell(answer, viewer) }
}

/** What the person, or a child of theirs, signed; null for any other signature. */
export async function signedCopyPage(ctx: MemberContext, viewer: PageViewer, signatureId: string) {
  const answer = await batch(ctx.db, {
    ...shellStatements(ctx, viewer),
    signed: signedDocumentStatement(ctx, signatureId, inMyHands(ctx)),
  })
  const [row] = answer.signed
  return row ? { shell: toShell(answer, viewer), copy: signedCopy(row, ctx.studio) } : null
}
