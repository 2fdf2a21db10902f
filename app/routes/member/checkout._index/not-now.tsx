import type { CheckoutChoice } from '#app/domain/sales/checkout/checkout-choice.ts'
import type { CheckoutRefusal } from '#app/domain/sales/checkout/checkout-refusal.ts'
import { paths } from '#app/paths.ts'

type Props = {
  refusal: { why: CheckoutRefusal; sentence: string }
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
  const { why, sentence } = refusal
  const way = {
    banned: null,
    left: null,
    holds_already: { href: paths.prices(studio), label: 'See the prices' },
    full: { href: paths.prices(studio), label: 'See the prices' },
    proof: { href: paths.prices(studio), label: 'See the prices' },
    unsigned: why.reason === 'unsigned' ? signing(studio, why) : null,
    sign_in: { href: paths.signIn({ next: here, studio: studio.slug }), label: 'Sign in' },
    pays_already: { href: paths.book(studio, occurrenceId), label: `Book ${when}` },
    booked: { href: paths.occurrence(studio, occurrenceId), label: 'See the class' },
    had_it: { href: paths.prices(studio), label: 'See the prices' },
    had_as_another: { href: paths.prices(studio), label: 'See the prices' },
    not_for_class: {
      href: paths.prices(studio, { for: occurrenceId }),
      label: 'See what pays for it',
    },
    class: { href: paths.book(studio, occurrenceId), label: 'See the class' },
  }[why.reason]
  return (
    <section className="panel stack" data-refusal={why.reason}>
      <p>{sentence}</p>
      <p className="pair">
        {way && (
          <a className="button primary" href={way.href}>
            {way.label}
          </a>
        )}
        {why.reason === 'sign_in' && (
          <a className="button" href={paths.signUp({ next: here, studio: studio.slug })}>
            Create an account
          </a>
        )}
      </p>
    </section>
  )
}

/** Where the document that a plan asks for is read and signed. */
const signing = (
  studio: { slug: string },
  { documentId, personId }: Extract<CheckoutRefusal, { reason: 'unsigned' }>,
) => ({
  href: paths.portalDocument(studio, documentId, personId === null ? {} : { person: personId }),
  label: 'Read and sign',
})
