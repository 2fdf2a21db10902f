import { paths } from '#app/paths.ts'
import { WhoForm } from '#app/ui/family/who-form.tsx'
import { fieldOfNoForm } from '#app/ui/form/field-frame.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Timeline } from '#app/ui/list/timeline.tsx'
import type { FormRules } from '#app/values/field-rules.ts'
import { dot } from '#app/values/text/separators.ts'
import { count } from '#app/values/wording.ts'

/** A time that is held, and what is asked before it is confirmed. */
type HeldTime = {
  /** Until when it is kept. */
  until: string
  prices: readonly { people: number; price: string; working: string }[]
  /** By card at once. */
  online: boolean
  lots: readonly { id: string; name: string; left: number }[]
  approval: boolean
  /** Until when it could be given up free, or that this is over. */
  free: string
  late: boolean
  /** The appointment that this time would replace. */
  moving: {
    when: string
    sentence: string
    late: boolean
    /** What giving it up costs, for the form to carry back. */
    cost: string
    effects: readonly { when: string; what: string }[]
  } | null
}

/** The form that confirms a held time. Styles: `timeline`, `say`, `pick`, `form`, `dock`. */
export function ConfirmTime(props: {
  studio: { slug: string }
  id: string
  ask: HeldTime
  rules: FormRules
}) {
  const { studio, id, ask, rules } = props
  const { prices, lots, online, until, approval, free, late, moving } = ask
  const moves = moving?.late ? 'Move late' : 'Move appointment'
  const confirms = moving ? moves : 'Confirm this time'
  return (
    <WhoForm className="stack wide-gap asks" method="post" action={paths.appointment(studio, id)}>
      {moving && (
        <section className="stack mid-gap" aria-labelledby="moves">
          <h2 id="moves">What happens to {moving.when}</h2>
          <input type="hidden" name="shown" value={moving.cost} />
          <Timeline
            entries={moving.effects.map((effect, i) => ({ key: `${i}`, ...effect, now: i === 0 }))}
          />
          <p className={moving.late ? 'say warn' : 'say good'}>
            <Icon name={moving.late ? 'warning' : 'check'} />
            <span>{moving.sentence}</span>
          </p>
        </section>
      )}
      {prices.length > 1 && (
        <fieldset className="stack">
          <legend>How many people?</legend>
          {prices.map(({ people, price, working }, i) => (
            <label key={people} className="pick">
              <input type="radio" name="people" value={people} defaultChecked={i === 0} />
              <span>
                {count(people, 'person', 'people')}
                {working !== price && <span className="soft">{dot + working}</span>}
              </span>
              <b>{price}</b>
            </label>
          ))}
          <TextField
            field={fieldOfNoForm('guests', { rules: rules.guests ?? {} })}
            label="Who is coming with you"
            autoComplete="off"
          />
        </fieldset>
      )}
      {(lots.length > 0 || online) && (
        <fieldset className="stack">
          <legend>What pays?</legend>
          {lots.map(({ id, name, left }, i) => (
            <label key={id} className="pick">
              <input type="radio" name="pay" value={`lot:${id}`} defaultChecked={i === 0} />
              <span>
                {name}
                <span className="soft">{`${dot}${left} left`}</span>
              </span>
              <b>1 credit</b>
            </label>
          ))}
          {online && (
            <label className="pick">
              <input type="radio" name="pay" value="online" defaultChecked={lots.length === 0} />
              <span>
                A card
                <span className="soft">{`${dot}now, on Stripe’s page`}</span>
              </span>
            </label>
          )}
          <label className="pick">
            <input type="radio" name="pay" value="account" />
            <span>
              Your account at the studio
              {online && <span className="soft">{`${dot}pay at the desk`}</span>}
            </span>
          </label>
        </fieldset>
      )}
      <div className="dock stack">
        <p className={late ? 'say warn' : 'say good'}>
          <Icon name={late ? 'warning' : 'check'} />
          <span>
            {lots.length === 0 &&
              `${prices[0]!.price}${prices.length > 1 ? ' for one' : ''}${online ? '' : ' on your account'}. `}
            {free} Kept for you until {until}.
          </span>
        </p>
        <button type="submit" className="button primary big wide">
          {approval ? 'Request this time' : confirms}
        </button>
      </div>
    </WhoForm>
  )
}
