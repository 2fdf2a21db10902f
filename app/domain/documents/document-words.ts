/** What pages say of documents and who signed them. */
import type { Audience, SignedAs } from '#app/db/studio/documents-words.ts'
import { dayMonthYear } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

/** More signatures than that are told as “1,000+”: a list of documents counts no further. */
export const signaturesCounted = 1_000

/** Whom a document is for, as forms and lists name it. */
export const audienceWords: Readonly<Record<Audience, string>> = {
  everybody: 'Everyone',
  adults: 'People aged 18 and over',
  minors: 'People under 18',
}

export type SignedFacts = {
  number: number
  missing: number
  signedNumber: number | null
  signedAt: string | null
  signerName: string | null
  signedAs: SignedAs | null
  onPaper: number | null
}

/**
 * Where someone stands with a document: what is missing, or when it was signed, by whom where that
 * is a guardian, and on paper. `needed` is what is missing, and no more than a wish otherwise.
 */
export function signedWords(
  facts: SignedFacts,
  { timeZone, locale }: { timeZone: string; locale: string },
): { text: string; needed: boolean; signed: boolean } {
  const { signedAt, signedNumber, number, signerName } = facts
  const needed = facts.missing === 1
  if (signedAt === null || signedNumber === null)
    return { text: 'Not signed', needed, signed: false }
  const day = signedAt.length === 10 ? signedAt : localDate(signedAt, timeZone)
  const by = facts.signedAs === 'guardian' ? ` by ${signerName}` : ''
  const text = `Signed ${dayMonthYear(day, locale)}${by}${facts.onPaper === 1 ? ', on paper' : ''}`
  if (!needed)
    return {
      text: signedNumber < number ? `${text}, an earlier version` : text,
      needed,
      signed: true,
    }
  return facts.signedAs === 'guardian' && signedNumber === number
    ? { text: 'Signed by a guardian, to be signed again at 18', needed, signed: false }
    : { text: 'The new version isn’t signed', needed, signed: false }
}

/** The paragraphs of a text, as it was typed: an empty line parts two, a line break stays one. */
export const paragraphs = (text: string): string[][] =>
  text
    .split(/\n\s*\n/)
    .map((part) => part.split('\n').filter((line) => line.trim() !== ''))
    .filter((lines) => lines.length > 0)

/** Signatures as they were counted, which ends at a thousand: `1,000+`. */
export const signedCount = (signed: number): string =>
  signed >= signaturesCounted ? '1,000+' : String(signed)
