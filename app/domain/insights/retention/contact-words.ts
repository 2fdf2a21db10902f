/** The ways to get in touch, apart from the form, so that a page does not take its schema along. */
const howWords = {
  call: 'Called',
  email: 'Emailed',
  message: 'Messaged',
  in_person: 'Spoke in person',
} as const

export const howChoices = Object.entries(howWords).map(([value, label]) => ({ value, label }))
