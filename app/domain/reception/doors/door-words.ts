/** What a door answers, in words for a display beside it and for its log. Pure. */
export const doorReasons = [
  'booked',
  'staff',
  'unknown_code',
  'left',
  'no_class',
  'too_early',
] as const
export type DoorReason = (typeof doorReasons)[number]

export const opens = (reason: DoorReason): boolean => reason === 'booked' || reason === 'staff'

/** `minutes`: how long before a class the door opens. */
export const doorWords = (reason: DoorReason, minutes: number): string =>
  ({
    booked: 'Opened: booked for a class.',
    staff: 'Opened: works here.',
    unknown_code: 'Not opened: nobody here has this code.',
    left: 'Not opened: archived or banned. Ask at the desk.',
    no_class: 'Not opened: no place in a class here today.',
    too_early: `Not opened: too early. The door opens ${minutes} minutes before the class.`,
  })[reason]
