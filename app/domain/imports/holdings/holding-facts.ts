/** What a row of a file of holdings says, clean and in the forms in which it is kept. */
import type { FamilyRelation } from '#app/domain/families/family-relations.ts'
import type { LocalDate } from '#app/values/zone.ts'

/** By what a row says whose it is, the surest first. */
export type Holder = { keys: string[]; barcode: string; email: string; name: string }

export type PackFacts = {
  kind: 'packs'
  /** Its name, as the file has it. */
  word: string
  remaining: number
  classes: number
  boughtOn: LocalDate | ''
  startsOn: LocalDate | ''
  expiresOn: LocalDate | ''
}

export type MembershipFacts = {
  kind: 'memberships'
  word: string
  /** Null where the file has none: what the plan costs. */
  priceMinor: number | null
  /** How often it is paid, as the file has it. */
  frequency: string
  nextOn: LocalDate | ''
  startsOn: LocalDate | ''
  endsOn: LocalDate | ''
  renews: boolean
  freeze: { from: LocalDate; until: LocalDate | '' } | null
  payer: Holder | null
}

export type BalanceFacts = { kind: 'balances'; word: ''; minor: number; card: string }

export type VisitFacts = {
  kind: 'visits'
  /** Its status, as the file has it. */
  word: string
  on: LocalDate
  /** `18:30`, or empty. */
  at: string
  className: string
}

export type FamilyFacts = {
  kind: 'families'
  word: string
  other: Holder
  relation: Relation
  /** Where neither looks after the other: what the second is to the first, or `back` the first. */
  tie: { relation: FamilyRelation; back: boolean }
}
/** The first looks after the second, the other way round, or neither. */
export type Relation = 'guardian' | 'dependant' | 'other'

export type LevelFacts = {
  kind: 'levels'
  /** `Adults: Yellow`, or the level alone, as the file has it. */
  word: string
  on: LocalDate
  stripes: number
  examiner: string
}

export type HoldingFacts =
  | PackFacts
  | MembershipFacts
  | BalanceFacts
  | VisitFacts
  | FamilyFacts
  | LevelFacts
