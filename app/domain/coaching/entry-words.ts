import type { entryKinds } from './coaching-form.ts'

/** What a coach writes down about a client, as the desk calls it. */
export const entryWords: Record<(typeof entryKinds)[number], string> = {
  goal: 'Goal',
  habit: 'Habit',
  measurement: 'Measurement',
  note: 'Note the client reads',
  private_note: 'Note for coaches',
}
