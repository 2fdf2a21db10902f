import type { SetupStep } from './setup-draft.ts'

/** The steps in the list, and the question each asks. */
export const stepWords: Record<SetupStep, { name: string; question: string }> = {
  studio: { name: 'Name', question: 'What is your studio called?' },
  rooms: { name: 'Place and rooms', question: 'Where are your classes?' },
  classes: { name: 'Classes', question: 'What do you teach?' },
  week: { name: 'Timetable', question: 'When are your first classes?' },
  prices: { name: 'Prices', question: 'What do people buy?' },
  rules: { name: 'Cancelling', question: 'What does cancelling late cost?' },
  tax: { name: 'Tax', question: 'Is there tax in your prices?' },
  waiver: { name: 'Waiver', question: 'What do people sign before they book?' },
  colour: { name: 'Colour and logo', question: 'Which colour is yours?' },
  publish: { name: 'Open', question: 'Open your studio' },
}
