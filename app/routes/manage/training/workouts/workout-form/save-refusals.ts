/** What stops a workout from being saved, as the form says it. */
export const saveRefusals = {
  empty: {
    fields: { text: ['Write the workout, one line an exercise'] },
    code: 'empty',
  },
  unclear_published: {
    form: [
      'Members see this workout, and a line of it isn’t clear. Choose the exercise or correct the line, then save again.',
    ],
    code: 'unclear_published',
  },
}
