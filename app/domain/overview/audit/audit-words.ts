/**
 * A line of the audit in words. Every action is named by its thing and what was done to it
 * (`class_type.archived`), so that the words follow from the name.
 */

/** Names whose words are not those of the trade. */
const things: Readonly<Record<string, string>> = {
  arrival: 'Check-in',
  occurrence: 'Class on a day',
  lot: 'Pack',
  person: 'Person',
  people: 'People',
  goods: 'Goods',
}

const deeds: Readonly<Record<string, string>> = {
  'booking.check_in_undone': 'check-in undone',
  'booking.checked_in': 'checked in',
  'booking.payer_changed': 'what pays was changed',
  'booking.spot_given': 'numbered place changed',
  'occurrence.cancel': 'cancelled',
  'class.workout_set': 'workout chosen',
  'record.not_found': 'asked for, and not of this studio',
}

const spaced = (text: string) => text.replaceAll('_', ' ').replaceAll('.', ', ')

/** `Class type` and `archived` of `class_type.archived`. */
export function auditWords(action: string): { thing: string; deed: string } {
  const [name = '', ...rest] = action.split('.')
  const words = things[name] ?? spaced(name)
  return {
    thing: words.charAt(0).toUpperCase() + words.slice(1),
    deed: deeds[action] ?? (spaced(rest.join('.')) || 'changed'),
  }
}
