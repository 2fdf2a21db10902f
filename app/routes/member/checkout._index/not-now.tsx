import type { CheckoutChoice } from '#app/domain/sales/checkout/checkout-choice.ts'
import type { CheckoutRefusal } from '#app/domain/sales/checkout/checkout-refusal.ts'
import { paths } from '#app/paths.ts'

type Props = {
  refusal: { reason: CheckoutRefusal['reason']; sentence: string }
  studio: { slug: string }
  choice: CheckoutChoice
  /** The address of this page. */
  here: string
  /** The day and time of the class. */
  when: string | null
}

/** Why it can't be bought so, with the way on. */
export function NotNow({ refusal, studio, choice, here, when }: Props) {
  const occurrenceId = choice.occurrenceId ?? ''
  const way = {
    sign_in: { href: paths.signIn({ next: here, studio: studio.slug }), label: 'Sign in' },
    pays_already: { href: paths.book(studio, occurrenceId), label: `Book ${when}` },
    booked: { href: paths.occurrence(studio, occurrenceId), label: 'See the class' },
    had_it: { href: paths.prices(studio), label: 'See the prices' },
    not_for_class: {
      href: paths.prices(studio, { for: occurrenceId }),
      label: 'See what pays for it',
    },
    class: { href: paths.book(studio, occurrenceId), label: 'See the class' },
  }[refusal.reason]
  return (
    <section className="panel stack" data-refusal={refusal.reason}>
      <p>{refusal.sentence}</p>
      <p className="pair">
        <a className="button primary" href={way.href}>
          {way.label}
        </a>
        {refusal.reason === 'sign_in' && (
          <a className="button" href={paths.signUp({ next: here, studio: studio.slug })}>
            Create an account
          </a>
        )}
      </p>
    </section>
  )
}
