/** How often a saved report can be mailed. */
export const everyChoices = [
  { value: 'never', label: 'Never' },
  { value: 'week', label: 'Every Monday' },
  { value: 'month', label: 'On the 1st of each month' },
]
