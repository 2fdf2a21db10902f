import type { EnrolAction } from '#app/domain/courses/enrolments/enrol-words.ts'
import { portalRules } from '#app/domain/scope/portal-rules.ts'
import { paths } from '#app/paths.ts'
import { WhoForm } from '../family/who-form.tsx'
import { Icon } from '../icon/icon.tsx'
import { useStudioLets } from '../layout/studio-lets.ts'

type Props = {
  studio: { slug: string }
  id: string
  availability: { kind: string; offered: boolean }
  message: { text: string; tone: string; icon: 'check' | 'queue' | 'clock' } | null
  refused: { reason: string; sentence: string; action: EnrolAction | null } | null
  price: { amount: string; working: string }
  places: string
  withdraw: string | null
  paid: string | null
  signedIn: boolean
}

/**
 * What it costs me, where I stand, and the one thing to do about it. Styles: `program`, `dock`,
 * `say`, `button`.
 */
export function ProgramAct(props: Props) {
  const { studio, id, availability, message, refused, price, places, withdraw, paid } = props
  const { kind } = availability
  const lets = useStudioLets()
  const asks = (kind === 'open' || kind === 'waitlist') && !lets('enrol')
  return (
    <div className="stack mid-gap receipt">
      {kind === 'enrolled' ? (
        <p>
          <span className="soft">You pay</span>
          <br />
          <b>{paid}</b>
        </p>
      ) : (
        <p>
          <span className="price">{price.amount}</span>
          <br />
          <span className="soft">{[price.working, places].filter(Boolean).join('. ')}.</span>
        </p>
      )}
      {message && (
        <p className={`say ${message.tone}`}>
          <Icon name={message.icon} />
          <span>
            <b>{message.text}</b>
          </span>
        </p>
      )}
      {refused && (
        <p className="say warn" data-refusal={refused.reason}>
          <Icon name="lock" />
          <span>{refused.sentence}</span>
        </p>
      )}
      {asks && (
        <>
          <p className="say warn" data-refusal="ask_studio">
            <Icon name="lock" />
            <span>{portalRules.enrol.off}</span>
          </p>
          <a className="button wide" href={paths.ask(studio)}>
            Ask us
          </a>
        </>
      )}
      {kind === 'open' && !asks && (
        <WhoForm method="post" action={paths.holdPlace(studio, id)} className="dock stack">
          <button type="submit" className="button primary big wide">
            Enrol for {price.amount}
          </button>
          <p className="soft">Your place is kept for 10 minutes while you check the details.</p>
        </WhoForm>
      )}
      {kind === 'held' && (
        <div className="dock stack">
          <a className="button primary big wide" href={paths.enrol(studio, id)}>
            {availability.offered
              ? `Take the place for ${price.amount}`
              : `Go on for ${price.amount}`}
          </a>
          <a className="button wide" href={paths.withdraw(studio, id)}>
            {availability.offered ? 'Decline' : 'Give up place'}
          </a>
        </div>
      )}
      {kind === 'waitlist' && !asks && (
        <div className="dock stack">
          <a className="button primary big wide" href={paths.enrol(studio, id)}>
            Join waitlist
          </a>
        </div>
      )}
      {kind === 'waiting' && (
        <a className="button wide" href={paths.withdraw(studio, id)}>
          Leave waitlist
        </a>
      )}
      {kind === 'enrolled' && (
        <div className="stack">
          {lets('enrol') && (
            <a className="button wide" href={paths.transfer(studio, id)}>
              Change to another course
            </a>
          )}
          {lets('cancel_bookings') && (
            <a className="button wide" href={paths.withdraw(studio, id)}>
              {withdraw === null ? 'Withdraw' : `Withdraw, ${withdraw} back`}
            </a>
          )}
        </div>
      )}
      {refused?.action && (
        <a className="button wide" href={actionPath(refused.action, props)}>
          {refused.action.label}
        </a>
      )}
    </div>
  )
}

/** Where the action of a refusal leads. */
export function actionPath(
  action: EnrolAction,
  { studio, id }: { studio: { slug: string }; id: string },
): string {
  switch (action.kind) {
    case 'others':
      return paths.programs(studio)
    case 'ask_studio':
      return paths.ask(studio)
    case 'see_booking':
      return action.bookingId ? paths.cancelBooking(studio, action.bookingId) : paths.portal(studio)
    case 'details':
      return paths.portalDetails(studio)
    case 'sign_document':
      return paths.portalDocument(studio, action.documentId ?? '', {
        course: id,
        ...(action.child ? { person: action.child } : {}),
      })
    case 'again':
      return paths.program(studio, id)
  }
}
