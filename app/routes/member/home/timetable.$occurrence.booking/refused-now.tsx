import { refusalWords } from '#app/domain/bookings/availability/refusal-words.ts'
import type { Refused } from '#app/domain/places/refusals.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import type { Formats } from '#app/values/formats.ts'

/** Why the press just now did nothing, above a form that can be pressed again. Style: `alert`. */
export function RefusedNow(props: {
  refused: Refused | null
  wrong: string | null
  formats: Formats
}) {
  const { refused, wrong, formats } = props
  if (!refused && !wrong) return null
  return (
    <div className="alert bad" role="alert" data-refusal={refused?.reason}>
      <Icon name="warning" />
      <p>
        <b>{refused ? refusalWords(refused, formats).sentence : wrong}</b> Nothing was booked or
        charged.
      </p>
    </div>
  )
}
