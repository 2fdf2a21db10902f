import { costWords } from '#app/domain/bookings/availability/availability-words.ts'
import type { Entitlement } from '#app/domain/entitlements/choose-entitlement.ts'
import { inPeriod } from '#app/domain/entitlements/class-limit.ts'
import { packEndWords } from '#app/domain/entitlements/lot-end.ts'
import { dayShort } from '#app/values/wording.ts'

/** No more ways to pay are offered than the style sheet can tell apart. */
export const mostChoices = 6

/** What pays, with the one that the rule chose first (R13). Styles: `pick`, `tag`. */
export function PayChoices(props: { choices: readonly Entitlement[]; locale: string }) {
  const { locale } = props
  const choices = props.choices.slice(0, mostChoices)
  const lots = choices.filter(({ kind }) => kind === 'lot')
  return (
    <fieldset className="stack">
      <legend>Pay with</legend>
      {choices.map((choice, i) => (
        <label key={choice.id} className="pick">
          <input
            type="radio"
            name="pay"
            id={`p${i}`}
            value={`${choice.kind}:${choice.id}`}
            defaultChecked={i === 0}
            data-kind={choice.kind}
          />
          <span>
            <b>{choice.name}</b>{' '}
            {i === 0 && lots.length > 1 && choice.kind === 'lot' && (
              <span className="tag warn">ends first</span>
            )}
            <br />
            <small className="soft">{heldWords(choice, locale)}</small>
          </span>
          <b className="num">{costWords(choice)}</b>
        </label>
      ))}
    </fieldset>
  )
}

function heldWords(choice: Entitlement, locale: string): string {
  if (choice.kind === 'lot')
    return `${choice.left} left, then ${choice.left - 1}. ${packEndWords(choice.expiresOn, locale)}`
  if (choice.kind === 'make_up')
    return `For a session you missed. Use by ${dayShort(choice.validUntil, locale)}`
  if (choice.limit === null) return 'As often as you like'
  return `${choice.used} of ${choice.limit.classes} classes used in that ${inPeriod[choice.limit.per]}`
}
