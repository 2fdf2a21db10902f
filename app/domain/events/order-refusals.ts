/** Why tickets are refused: one closed list, each with a sentence and a thing to do. Pure. */

const orderRefusals = [
  'not_found',
  'not_on_sale',
  'started',
  'none_chosen',
  'too_many',
  'sold_out',
  'not_sold_now',
  'members_only',
  'banned',
  'waiver_missing',
  'price_changed',
  'lapsed',
  'not_valid',
  'inside',
  'passed_on',
  'not_transferable',
  'quote_changed',
  'others_confirming',
  'too_many_tries',
] as const
export type OrderRefusal = (typeof orderRefusals)[number]

/** What the page says beside the way on. */
export const orderSentences: Record<OrderRefusal, string> = {
  not_found: 'We can’t find these tickets.',
  not_on_sale: 'Tickets for this event are no longer on sale.',
  started: 'It has started. Ask at the door.',
  none_chosen: 'Choose how many tickets you want.',
  too_many: 'That’s more than one order can have. Order fewer.',
  sold_out: 'There aren’t that many left. Choose fewer.',
  not_sold_now: 'One of these tickets isn’t on sale now. Choose another.',
  members_only: 'One of these tickets is for members. Sign in to order it.',
  banned: 'You can’t order tickets here at the moment. Ask the studio.',
  waiver_missing:
    'There is something to sign before you order. It’s in your account, under Documents.',
  price_changed: 'The price has changed. Check it and order again.',
  lapsed:
    'We kept these tickets for you until their time ran out. You were not charged. Order again.',
  not_valid: 'This ticket is no longer valid.',
  inside: 'This ticket has already been used at the door.',
  passed_on: 'This ticket was passed on. Only the new holder can do that now.',
  not_transferable: 'You can’t pass on tickets for this event.',
  quote_changed: 'The refund has changed. Check the amount and try again.',
  others_confirming:
    'The last tickets are kept for people who are confirming their address. ' +
    'Try again in 10 minutes, or sign in to order now.',
  too_many_tries:
    'That is a lot of tickets in a short time. Try again in 10 minutes, or ask the studio.',
}
