import type { LocalDate } from '#app/values/zone.ts'

/** Ways of which a file can say that somebody agreed to news. */
export type ConsentWay = 'email' | 'sms' | 'phone'

/** What a row says of news and offers; a way of which it says nothing is not there. */
export type SaidConsents = Partial<Record<ConsentWay, 'yes' | 'no'>> & {
  /** When it was said, and where, as the file has it; for every way of the row. */
  on?: LocalDate
  from?: string
}

/** What a row says of a person, clean and in the forms in which it is kept. */
export type PersonFields = {
  name: string
  preferredName: string
  pronouns: string
  email: string
  phone: string
  birthDate: LocalDate | ''
  address: string
  emergencyName: string
  emergencyPhone: string
  barcode: string
  /** The name of a location, as the file has it. */
  location: string
  referrer: string
  /** As people have them: `10 pack, vip`. */
  tags: string
  note: string
  joinedOn: LocalDate | ''
  /** The file says that they left. */
  inactive: boolean
  /** Answers to the studio's own fields, by the field's id. */
  own?: Readonly<Record<string, string>>
  /** What the row says of news and offers. */
  consents?: SaidConsents
}

/** What is remarkable about a row; the first that holds, in this order. */
const rowKinds = ['dependant', 'no_email', 'formula', 'ready'] as const
export type RowKind = (typeof rowKinds)[number]

/** Who looks after the person of a row: another row, or somebody the studio may know already. */
export type GuardianHint = { line: number } | { email: string; name: string }

export type PreparedRow = PersonFields & {
  line: number
  kind: RowKind
  /** By what the next file of this source finds them, the surest first. */
  keys: string[]
  guardian: GuardianHint | null
  /** The guardian's address, also where the guardian is another row. */
  guardianEmail?: string
}

/** A row that is left out. */
export type RefusedRow = {
  line: number
  name: string
  column: string
  value: string
  why: string
  /** Of a file of holdings: it waits for somebody's decision, and this is why. */
  held?: string
}

/** What a check answers of each row, whatever the file is of. */
export type CheckedRows = {
  rows: { line: number; name: string; kind: RowKind; guardian?: GuardianHint | null }[]
  refused: RefusedRow[]
  findings: Record<string, number>
}
