import * as z from 'zod'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import { Form } from '#app/ui/form/form.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { usePageForm } from '#app/ui/form/page-form.ts'
import { type Offer, offerWords } from './offer.ts'

export const acceptSchema = z.object({})

/** One press by the account that was invited. */
export function AcceptForm(props: {
  answer: PageFormAnswer | undefined
  studio: { name: string }
  offer: Offer
}) {
  const { answer, studio, offer } = props
  const form = usePageForm<z.input<typeof acceptSchema>>('accept', answer, { rules: {} })
  return (
    <Form
      of={form}
      names={[]}
      title={offer.role ? `Work with ${studio.name}` : `Your place at ${studio.name}`}
      intro={
        <p>
          {offerWords(offer, studio)} You are signed in as {offer.email}. The studio then sees your
          name and address.
        </p>
      }
    >
      <SubmitButton>
        {offer.role ? `Join as ${offer.role.toLowerCase()}` : `Join ${studio.name}`}
      </SubmitButton>
    </Form>
  )
}
