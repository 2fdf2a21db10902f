/** What somebody asks of the insights, as parameters of an address. Pure. */
import type { LocalDate } from '#app/values/zone.ts'
import { monthsFrom } from './month-figures.ts'

export type InsightsQuery = {
  /** `2026-06`. */
  month: string
  against: string
  /** Places that nothing pays for are left out. */
  withoutFree: boolean
  /** Why the address was not followed, in a sentence; empty where it was. */
  problem: string
}

const isMonth = (text: string) => /^(19|20|21)\d{2}-(0[1-9]|1[0-2])$/.test(text)

/** Months further back have no figures. */
const mostMonths = 36

/**
 * Reads the parameters: this month against the one before unless others are named. What cannot be
 * answered (a month that is none, one ahead, one compared with itself or from long ago) is told and
 * shown as of this month.
 */
export function readInsightsQuery(params: URLSearchParams, today: LocalDate): InsightsQuery {
  const thisMonth = today.slice(0, 7)
  const asked = params.get('month') ?? ''
  const other = params.get('against') ?? ''
  const withoutFree = params.get('free') === 'without'
  const oldest = monthsFrom(thisMonth, -mostMonths)
  const wrong = (month: string, compared: string) => {
    if (!isMonth(month)) return 'Choose a month, such as 2026-06. This month is shown.'
    if (month > thisMonth) return 'That month is still ahead. This month is shown.'
    if (month < oldest) return 'Figures go back three years. This month is shown.'
    if (compared && !isMonth(compared)) return 'Compare with a month, such as 2026-05.'
    if (compared === month) return 'Compare with another month than the one you look at.'
    if (compared > thisMonth) return 'You can’t compare with a month that is still ahead.'
    return compared && compared < oldest ? 'Figures go back three years.' : ''
  }
  const month = asked || thisMonth
  const problem = wrong(month, other)
  const shown =
    !problem || (isMonth(month) && month <= thisMonth && month >= oldest) ? month : thisMonth
  const against = other && !problem ? other : monthsFrom(shown, -1)
  return { month: shown, against, withoutFree, problem }
}
