/** What the selects of the form of a plan offer. */

export const intervals = [
  { value: 'month', label: 'Every month' },
  { value: 'four_weeks', label: 'Every 4 weeks' },
  { value: 'week', label: 'Every week' },
]

export const limits = [
  { value: 'none', label: 'As many as they like' },
  { value: 'week', label: 'So many a week' },
  { value: 'period', label: 'So many for each payment' },
]

export const missed = [
  { value: 'count', label: 'Count, where the booking policy says so' },
  { value: 'free', label: 'Don’t count' },
]

export const days = [
  { value: '', label: 'The day each member joins' },
  ...Array.from({ length: 31 }, (_, i) => ({
    value: String(i + 1),
    label: i === 30 ? '31, or the last day of the month' : String(i + 1),
  })),
]

export const times = [
  { value: 'any', label: 'At any time' },
  { value: 'off_peak', label: 'Off-peak only' },
]
