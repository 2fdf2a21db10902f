import type { Field } from '#app/ui/form/form-answer.ts'
import { TextField } from '#app/ui/form/text-field.tsx'

/** Paying with a gift card: its code, or what it pays. Styles: `checkout`, `form`. */
export function GiftCard({
  field,
  applied,
  here,
}: {
  field: Field
  /** Its code and what it pays, once it was looked at. */
  applied: { code: string; minor: number } | null
  /** This page without the card. */
  here: string
}) {
  if (applied)
    return (
      <p>
        <input type="hidden" name="giftCode" value={applied.code} />
        <input type="hidden" name="giftShown" value={applied.minor} />
        <a href={here}>Don’t use the gift card</a>
      </p>
    )
  return (
    <details className="code" open={Boolean(field.errors || field.initialValue)}>
      <summary>Pay with a gift card</summary>
      <div className="stack">
        <TextField field={field} label="Code on the gift card" autoComplete="off" />
        <p>
          <button type="submit" className="button" name="method" value="gift">
            Use the gift card
          </button>
        </p>
      </div>
    </details>
  )
}
