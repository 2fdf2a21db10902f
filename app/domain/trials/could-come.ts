/** Which class a lead could come to next, by the times they gave. Pure. */
import { type DayPart, dayParts } from '#app/domain/leads/capture/form-definition.ts'
import { isoWeekday, type LocalDateTime } from '#app/values/zone.ts'

/** `weekday-evening` of a class's start. */
export function slotOf(localStart: LocalDateTime): string | null {
  const time = localStart.slice(11, 16)
  const part = (Object.keys(dayParts) as DayPart[]).find(
    (one) => time >= dayParts[one].from && time < dayParts[one].to,
  )
  const week = isoWeekday(localStart.slice(0, 10)) > 5 ? 'weekend' : 'weekday'
  return part ? `${week}-${part}` : null
}

type Class = { id: string; title: string; discipline: string; localStart: LocalDateTime }

/** So many are looked at for places, before the card says nothing. */
export const candidates = 3

/**
 * The next classes at a time that a lead gave, those of what they are interested in first. Who gave
 * no times could come to none that we know of.
 */
export function couldCome<One extends Class>(
  lead: { preferredTimes: string; interest: string },
  classes: readonly One[],
): One[] {
  if (lead.preferredTimes === '') return []
  const times = lead.preferredTimes.split(', ')
  const wish = lead.interest.toLowerCase()
  const suits = classes.filter(({ localStart }) => times.includes(slotOf(localStart) ?? ''))
  const liked = suits.filter(({ discipline, title }) =>
    [discipline, title].some(
      (word) =>
        wish.includes(word.toLowerCase()) || (wish !== '' && word.toLowerCase().includes(wish)),
    ),
  )
  return (liked.length > 0 ? liked : suits).slice(0, candidates)
}
