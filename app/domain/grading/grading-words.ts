/** Sentences about gradings. Pure. */
import type {
  candidateStates,
  gradingResults,
  gradingStates,
} from '#app/db/studio/progression/grading-words.ts'

export type GradingState = (typeof gradingStates)[number]
export type CandidateState = (typeof candidateStates)[number]
export type GradingResult = (typeof gradingResults)[number]

export const stateWords: Record<GradingState, string> = {
  draft: 'Draft',
  open: 'Invited',
  locked: 'Grading',
  published: 'Published',
  cancelled: 'Cancelled',
}

export const candidateWords: Record<CandidateState, string> = {
  overridden: 'Overridden',
  invited: 'Invited',
  confirmed: 'Coming',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  refused: 'Declined by us',
}

export const resultWords: Record<GradingResult, string> = {
  passed: 'Pass',
  passed_with_note: 'Pass with a note',
  retest: 'Retest',
  failed: 'Not yet',
  no_show: 'No-show',
}

/** Whether a result is the level. */
export const isPass = (result: GradingResult | null): boolean =>
  result === 'passed' || result === 'passed_with_note'

/** A certificate’s number as printed, `0007`. */
export const certificateNumber = (number: number): string => String(number).padStart(4, '0')

/** One thing that is marked on a sheet, of one side: by the reader, and by others. */
export type SheetItem = {
  id: string
  name: string
  side: '' | 'left' | 'right'
  mine: 'pass' | 'note' | 'retest' | null
  others: readonly { by: string; mark: 'pass' | 'note' | 'retest' }[]
}
