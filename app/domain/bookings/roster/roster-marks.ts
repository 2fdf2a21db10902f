/** What stands out about somebody on a roster, as marks that are read at a glance. */
import { clockTimeAt } from '#app/values/wording.ts'
import type { LocalDate } from '#app/values/zone.ts'
import type { DeskReader, RosterRow } from './roster-row.ts'

export type Mark = {
  icon:
    | 'sprout'
    | 'note'
    | 'swap'
    | 'card'
    | 'star'
    | 'plaster'
    | 'members'
    | 'compass'
    | 'off'
    | 'warning'
    | 'person'
  text: string
  /** The number a press calls. */
  phone?: string
  tone: 'warn' | 'bad' | 'line' | null
}

/** `date` is the class's local date. */
export function marksOf(row: RosterRow, date: LocalDate, formats: DeskReader): Mark[] {
  const marks: Mark[] = []
  if (row.hostName) marks.push({ icon: 'members', text: `Guest of ${row.hostName}`, tone: 'line' })
  if (row.spot) marks.push({ icon: 'compass', text: `Place ${row.spot}`, tone: null })
  if (row.first) marks.push({ icon: 'sprout', text: 'First class', tone: 'line' })
  if (row.unsigned) marks.push({ icon: 'warning', text: 'Not signed', tone: 'warn' })
  for (const line of (row.notes ?? '').split('\n').filter(Boolean)) {
    const [kind = '', ...words] = line.split(' ')
    if (kind === 'injury') {
      marks.push({
        icon: 'plaster',
        text: formats.medical ? `Injury: ${shortened(words.join(' '))}` : 'Injury',
        tone: 'bad',
      })
    }
    if (kind !== 'red' && kind !== 'yellow') continue
    marks.push({
      icon: 'note',
      text: shortened(words.join(' ')),
      tone: kind === 'red' ? 'bad' : 'warn',
    })
  }
  if (formats.fees && (row.membershipState === 'past_due' || row.membershipState === 'suspended')) {
    marks.push({ icon: 'card', text: 'Past due', tone: 'bad' })
  }
  if (row.noPhotos) marks.push({ icon: 'off', text: 'No photos', tone: 'line' })
  if (row.guardian) {
    const { name, phone } = JSON.parse(row.guardian) as { name: string; phone: string }
    marks.push({ icon: 'person', text: `Guardian: ${name}`, phone, tone: 'line' })
  }
  if (row.birthDate?.slice(5) === date.slice(5))
    marks.push({ icon: 'star', text: 'Birthday', tone: null })
  if (row.promotedAt && row.state !== 'late_cancelled') {
    marks.push({
      icon: 'swap',
      text: `From waitlist ${clockTimeAt(row.promotedAt, formats.timeZone, formats.locale)}`,
      tone: null,
    })
  }
  return marks
}

/** A mark is read at a glance; the whole is on the profile. */
const shortened = (text: string) => (text.length > 40 ? `${text.slice(0, 39)}…` : text)
