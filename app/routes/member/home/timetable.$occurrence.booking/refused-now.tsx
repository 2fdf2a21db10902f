import { refusalWords, type Telling } from '#app/domain/bookings/availability/refusal-words.ts'
import type { Refused } from '#app/domain/places/refusals.ts'
import { Icon } from '#app/ui/icon/icon.tsx'

/** Why the press just now did nothing, above a form that can be pressed again. Style: `alert`. */
export function RefusedNow(props: {
  refused: Refused | null
  wrong: string | null
  telling: Telling
}) {
  const { refused, wrong, telling } = props
  if (!refused && !wrong) return null
  return (
    <div className="alert bad" role="alert" data-refusal={refused?.reason}>
      <Icon name="warning" />
      <p>
        <b>{refused ? refusalWords(refused, telling).sentence : wrong}</b> Nothing was booked and
        nothing taken.
      </p>
    </div>
  )
}
