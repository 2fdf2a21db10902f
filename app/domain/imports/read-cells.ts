/** The cells of one row, read into what is kept of a person, with what cannot be read. */
import { longestOf } from '#app/domain/people/person-fields.ts'
import { isOfConsents } from './columns.ts'
import { readConsents } from './consent-columns.ts'
import { readOwn, wordsOf } from './own-columns.ts'
import type { PersonFields } from './prepared-row.ts'
import { type ReadOptions, type Refusal, readRow } from './read-row.ts'

export type ReadRow = {
  line: number
  fields: PersonFields
  guardian: string
  guardianEmail: string
  externalId: string
  refusal: Refusal | null
}

const isYes = (text: string) => /^(true|yes|y|1|ja|oui|x)$/i.test(text)
const isLeft = (text: string) =>
  /^(inactive|cancell?ed|expired|terminated|former|past|ex.?member|left|gekündigt|inaktiv|no_membership)$/i.test(
    text,
  )

/** Reads one row. Only the first thing that is wrong with it is told. */
export function readCells(
  row: { line: number; cells: readonly string[] },
  options: ReadOptions,
): ReadRow {
  const own = options.fields ?? []
  const read = readRow<string>(row, options, wordsOf(own))
  const name = isOfConsents(options.mapping)
    ? ''
    : read.name(['name', 'first_name', 'middle_name', 'last_name'], longestOf.name)
  // A number that nobody could dial is kept in words.
  const { phone, words } = read.phone('phone')
  const note = read.note('note', words)
  const address = read.linesOf('address').join(', ')
  if (address.length > longestOf.address)
    read.refuse(
      read.columnsOf('address')[0] ?? 0,
      `An address can have ${longestOf.address} characters`,
    )
  const fields: PersonFields = {
    name,
    preferredName: read.known('preferred_name', longestOf.preferredName),
    pronouns: read.known('pronouns', longestOf.pronouns),
    email: read.email('email'),
    phone,
    birthDate: read.date('birth_date', '1900-01-01'),
    address,
    emergencyName: read.known('emergency_name', longestOf.emergencyName),
    emergencyPhone: read.known('emergency_phone', longestOf.emergencyPhone),
    barcode: read.known('barcode', longestOf.barcode),
    location: read.known('location', 80),
    referrer: read.known('referrer', longestOf.referrer),
    tags: read.tags('tags'),
    note,
    joinedOn: read.date('joined_on', '1950-01-01'),
    inactive: isYes(read.text('inactive', 200)) || isLeft(read.text('status', 200)),
  }
  const answers = readOwn(read, options.mapping, own)
  const consents = readConsents(read)
  return {
    line: row.line,
    // What a row does not say is not there: its hash stays that of earlier imports.
    fields: {
      ...fields,
      ...(Object.keys(answers).length > 0 ? { own: answers } : {}),
      ...(consents ? { consents } : {}),
    },
    guardian: read.known('guardian', longestOf.name),
    guardianEmail: read.email('guardian_email'),
    externalId: read.known('external_id', 60),
    refusal: read.refusal(),
  }
}
