import type { EffectWords } from './act-words.ts'

/** What joining comes to, as its page has it. */
export type JoinPreview = {
  name: string
  effects: EffectWords[]
  due: { amount: string; what: string }
  dueNowMinor: number
  /** Classes until the next bill; null where they are not limited. */
  classes: number | null
  contract: string
}
