/** Two records side by side, and what the one that is kept will say. Pure. */
import type { ComparedRecord } from './merge-page.server.ts'

export type ComparedLine = { name: string; kept: string; gone: string; after: string }

/** Each field of which one of the two says something. */
export function comparedFields(kept: ComparedRecord, gone: ComparedRecord): ComparedLine[] {
  const fields: [string, string | null, string | null][] = [
    ['Name', kept.name, gone.name],
    ['Email', kept.email, gone.email],
    ['Phone', kept.phone, gone.phone],
    ['Date of birth', kept.birthDate, gone.birthDate],
    ['Address', kept.address, gone.address],
    ['Barcode', kept.barcode, gone.barcode],
    ['Emergency contact', kept.emergencyName, gone.emergencyName],
    ['Emergency phone', kept.emergencyPhone, gone.emergencyPhone],
    ['Pronouns', kept.pronouns, gone.pronouns],
    ['Referred by', kept.referrer, gone.referrer],
    ['Tags', kept.tags, gone.tags],
  ]
  return fields
    .map(([name, ours, theirs]) => ({ name, kept: ours ?? '', gone: theirs ?? '' }))
    .filter(({ kept: ours, gone: theirs }) => ours !== '' || theirs !== '')
    .map((line) => ({
      ...line,
      after: line.name === 'Tags' ? tagsOf(line) : line.kept || line.gone,
    }))
}

const tagsOf = (line: { kept: string; gone: string }) =>
  [...new Set([...line.kept.split(', '), ...line.gone.split(', ')].filter(Boolean))]
    .slice(0, 10)
    .join(', ')

/** What hangs on the two, added up. */
export function comparedCounts(kept: ComparedRecord, gone: ComparedRecord): ComparedLine[] {
  const rows: [string, keyof ComparedRecord][] = [
    ['Bookings', 'bookings'],
    ['Credits', 'credits'],
    ['Memberships', 'memberships'],
    ['Notes', 'notes'],
    ['Signed documents', 'documents'],
    ['Family', 'family'],
    ['Leads', 'leads'],
    ['Items to pay', 'openItems'],
  ]
  return rows
    .map(([name, key]) => [name, Number(kept[key]), Number(gone[key])] as const)
    .filter(([, ours, theirs]) => ours + theirs > 0)
    .map(([name, ours, theirs]) => ({
      name,
      kept: String(ours),
      gone: String(theirs),
      after: String(ours + theirs),
    }))
}
