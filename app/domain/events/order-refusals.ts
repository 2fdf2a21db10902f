/** Why tickets are refused: one closed list, each with a sentence and a thing to do. Pure. */

export const orderRefusals = [
  'not_found',
  'not_on_sale',
  'started',
  'none_chosen',
  'too_many',
  'sold_out',
  'not_sold_now',
  'members_only',
  'price_changed',
  'lapsed',
  'not_valid',
  'inside',
  'passed_on',
  'not_transferable',
  'quote_changed',
  'too_many_tries',
] as const
export type OrderRefusal = (typeof orderRefusals)[number]

/** What the page says beside the way on. */
export const orderSentences: Record<OrderRefusal, string> = {
  not_found: 'We cannot find these tickets.',
  not_on_sale: 'This event does not sell tickets any more.',
  started: 'It has started. Ask at the door.',
  none_chosen: 'Choose how many tickets you want.',
  too_many: 'That is more than one order may have. Order fewer.',
  sold_out: 'There are not that many left. Choose fewer.',
  not_sold_now: 'One of these tickets is not sold at this time. Choose another.',
  members_only: 'One of these tickets is for members. Sign in to order it.',
  price_changed: 'The price has changed meanwhile. Look at it and order again.',
  lapsed:
    'These tickets were kept for you until their time was over. Order again: nothing was charged.',
  not_valid: 'This ticket is not valid any more.',
  inside: 'This ticket was used at the door already.',
  passed_on: 'This ticket was passed on: only its holder can do that now.',
  not_transferable: 'Tickets of this event stay with their holder.',
  quote_changed: 'What goes back has changed meanwhile. Look at the amount and press again.',
  too_many_tries: 'There were many orders from your network just now. Wait a minute, or sign in.',
}
