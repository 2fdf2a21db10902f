/** A signed document as it is read, printed and kept: what was signed, by whom, when. Pure. */
import type { SignedAs } from '#app/db/studio/documents-words.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import type { Instant } from '#app/values/instant.ts'
import type { PdfBlock } from '#app/values/pdf/lay-out.ts'
import type { PdfDocument } from '#app/values/pdf/make-pdf.ts'
import { clockTimeAt, dayMonthYear, zoneName } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'
import { paragraphs } from './document-words.ts'

export type SignedRow = {
  id: string
  documentId: string
  name: string
  number: number
  text: string
  publishedAt: Instant
  personId: string
  personName: string
  signerName: string
  signedAs: SignedAs
  onPaper: number
  actorName: string
  signedAt: string
  withdrawnAt: string | null
}

type Formats = Pick<Studio, 'name' | 'legalName' | 'address' | 'timeZone' | 'locale'>

export type SignedCopy = ReturnType<typeof signedCopy>

/** Its facts and its text. */
export function signedCopy(row: SignedRow, studio: Formats) {
  const { timeZone, locale } = studio
  const day = (at: string) => dayMonthYear(at.length === 10 ? at : localDate(at, timeZone), locale)
  const moment = (at: string) =>
    at.length === 10
      ? day(at)
      : `${day(at)}, ${clockTimeAt(at, timeZone, locale)} (${zoneName(timeZone, locale, at)})`
  const guardian = row.signedAs === 'guardian'
  const facts: (readonly [label: string, value: string])[] = [
    ['For', row.personName],
    ['Signed by', guardian ? `${row.signerName}, parent or guardian` : row.signerName],
    ['Signed', moment(row.signedAt)],
    [
      'How',
      row.onPaper === 1 ? 'On paper, noted by the studio' : `In the account of ${row.actorName}`,
    ],
    ['Version', `${row.number}, in use since ${day(row.publishedAt)}`],
    ...(row.withdrawnAt ? [['No longer counts since', moment(row.withdrawnAt)] as const] : []),
    ['Record', row.id],
  ]
  return {
    id: row.id,
    documentId: row.documentId,
    personId: row.personId,
    name: row.name,
    seller: [studio.legalName || studio.name, studio.address].filter(Boolean).join(', '),
    facts,
    paragraphs: paragraphs(row.text),
  }
}

/** The same as a file. */
export function signedPdf(
  { name, seller, facts, paragraphs: parts }: SignedCopy,
  { studio, now }: { studio: Pick<Studio, 'name' | 'locale'>; now: Instant },
): PdfDocument {
  const text = parts.map((lines): PdfBlock => ({ kind: 'text', text: lines.join('\n') }))
  return {
    title: `${name}, signed copy`,
    author: studio.name,
    language: studio.locale,
    created: now,
    foot: seller,
    blocks: [
      { kind: 'small', text: studio.name },
      { kind: 'title', text: name },
      { kind: 'facts', rows: facts },
      { kind: 'rule' },
      ...text,
    ],
  }
}
