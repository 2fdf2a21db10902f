/** Why people leave and what became of winning them back, in words. Pure. */
import type { ExitReason, WinBackResult } from '#app/db/studio/farewells-words.ts'
import { count } from '#app/values/wording.ts'
import type { LocalDate } from '#app/values/zone.ts'

export const exitReasonWords: Record<ExitReason, string> = {
  moved: 'Moved away',
  price: 'Price',
  time: 'No time',
  injury: 'Injury or illness',
  pregnancy: 'Pregnancy',
  not_for_them: 'Not for them',
  unhappy: 'Unhappy with us',
  another_studio: 'Another studio',
  other: 'Another reason',
}

export const winBackWords: Record<WinBackResult, string> = {
  open: 'Asked',
  came_back: 'Came back',
  declined: 'Said no',
  no_answer: 'No answer',
}

/** `2 years 3 months`, `5 months`, `Less than a month`. */
export function tenureWords(joinedOn: LocalDate, leftOn: LocalDate): string {
  const [fromYear = 0, fromMonth = 0, fromDay = 0] = joinedOn.split('-').map(Number)
  const [year = 0, month = 0, day = 0] = leftOn.split('-').map(Number)
  const months = (year - fromYear) * 12 + month - fromMonth - (day < fromDay ? 1 : 0)
  if (months < 1) return 'Less than a month'
  const [years, rest] = [Math.floor(months / 12), months % 12]
  return [years > 0 ? count(years, 'year') : '', rest > 0 ? count(rest, 'month') : '']
    .filter(Boolean)
    .join(' ')
}
