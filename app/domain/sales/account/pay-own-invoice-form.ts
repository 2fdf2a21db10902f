/** Paying an invoice of one's own from what was paid before, and why that isn't possible. Pure. */
import * as z from 'zod'
import { idForm } from '#app/values/id.ts'
import { codeField } from '../gift-cards/gift-card-forms.ts'

const reload = 'Reload the page and try again'

export const payOwnInvoiceForm = z.object({
  key: z.string({ error: reload }).regex(idForm, { error: reload }),
  by: z.enum(['gift_card', 'credit'], { error: reload }),
  code: codeField,
})

export const payOwnSentences = {
  nothing_open: 'There is nothing left to pay.',
  no_such_card: 'No gift card has this code. Check it against the card.',
  card_pays_nothing:
    'There is nothing on this card that can be spent: it is used up, over or not paid yet.',
  card_for_card: 'A gift card doesn’t pay for another one. Pay it another way.',
  no_credit: 'You have no account credit left.',
  till_closed: 'Today’s takings are closed already. Try again tomorrow.',
  changed: 'This changed while you were here. Look at what is left, then try again.',
  too_many_tries:
    'Too many codes were tried. Wait ten minutes, then try again, or show us the card.',
} as const
