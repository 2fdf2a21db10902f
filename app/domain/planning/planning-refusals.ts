/** Why a planned row cannot be published, in words for the page and for the outcome. Pure. */
export const refusalWords = {
  over: 'The class has started, is called off, or is published already. Discard it',
  in_the_past: 'The new time is over. Discard it, and plan another',
  closed: 'You are closed on that day',
  below_booked: 'More people are booked than there would be places',
  over_room: 'The room holds fewer',
  changed: 'The class was changed since you looked. Look at it again',
} as const
