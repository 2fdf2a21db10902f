/** Why something cannot be done with a lead, as staff read it. Pure. */
export const leadSentences = {
  no_stage: 'This stage is gone. Reload the page.',
  needs_reason: 'Choose why the lead is lost.',
  other_open: 'This person has another open lead. Open that one.',
  not_free: 'This class has no free place. Choose another.',
  class_full: 'This class is full. Choose another.',
  over: 'This class is over. Choose another.',
  no_owner: 'Choose someone who works here.',
  no_trial: 'This class can’t be booked for them. Choose another.',
} as const
