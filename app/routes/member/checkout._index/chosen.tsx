import type { CheckoutChoice } from '#app/domain/sales/checkout/checkout-choice.ts'
import type { checkoutView } from '#app/domain/sales/checkout/checkout-words.ts'
import { paths } from '#app/paths.ts'

type Props = {
  studio: { slug: string }
  view: ReturnType<typeof checkoutView>
  choice: CheckoutChoice
}

/** The class and what pays for it, each to be changed. Style: `class-row`. */
export function Chosen({ studio, view, choice }: Props) {
  const again = paths.prices(studio, choice.occurrenceId ? { for: choice.occurrenceId } : {})
  return (
    <ul>
      {view.class && (
        <li className="class mine dated">
          <p className="at">
            {view.class.time}
            <small>{view.class.day}</small>
          </p>
          <div className="what">
            <h2>{view.class.title}</h2>
            <p>{view.class.more}</p>
          </div>
          <div className="act">
            <a className="button" href={paths.timetable(studio)}>
              Change<span className="vh"> class</span>
            </a>
          </div>
        </li>
      )}
      <li className="class dated">
        <p className="at num">
          {view.offer.price}
          <small>{view.offer.sub}</small>
        </p>
        <div className="what">
          <h2>{view.offer.name}</h2>
          <p>{view.offer.more}</p>
        </div>
        <div className="act">
          <a className="button" href={again}>
            Change<span className="vh">{view.class ? ' what pays' : ' what you buy'}</span>
          </a>
        </div>
      </li>
    </ul>
  )
}
