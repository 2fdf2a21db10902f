/** A certificate as a file. Pure. */
import type { Studio } from '#app/domain/scope/studio.ts'
import type { Instant } from '#app/values/instant.ts'
import type { PdfDocument } from '#app/values/pdf/make-pdf.ts'
import { dayMonthYear } from '#app/values/wording.ts'
import { certificateNumber } from './grading-words.ts'

type Certificate = {
  number: number
  name: string
  level: string
  ladder: string
  onDate: string
  issuedBy: string
}

export function certificatePdf(
  { number, name, level, ladder, onDate, issuedBy }: Certificate,
  { studio, now }: { studio: Studio; now: Instant },
): PdfDocument {
  return {
    title: `Certificate ${certificateNumber(number)}, ${name}`,
    author: studio.name,
    language: studio.locale,
    created: now,
    foot: [studio.legalName || studio.name, studio.address].filter(Boolean).join(', '),
    blocks: [
      { kind: 'small', text: studio.name },
      { kind: 'title', text: 'Certificate' },
      { kind: 'text', text: `${name} passed the grading for ${level} (${ladder}).` },
      {
        kind: 'facts',
        rows: [
          ['Name', name],
          ['Level', level],
          ['Graded on', dayMonthYear(onDate, studio.locale)],
          ['Graded by', issuedBy],
          ['Number', certificateNumber(number)],
        ],
      },
      { kind: 'rule' },
    ],
  }
}
