/** Why a planned row cannot be published, in words for the page and for the outcome. Pure. */
export const refusalWords = {
  over: 'The class has started, is cancelled, or is published already. Discard it',
  in_the_past: 'The new time is in the past. Discard it and plan another',
  closed: 'You’re closed that day',
  below_booked: 'More people are booked than there would be places',
  over_room: 'That’s more than the room holds',
  never_twice: 'Its room is never booked twice, and is taken then. Plan another room or time',
  changed: 'The class has changed since you opened this. Check it again',
} as const
