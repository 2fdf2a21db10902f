/**
 * What is not asked: booking opens four weeks ahead and closes at the start, waitlists of ten until
 * two hours before.
 */
export const firstPolicy = {
  opensDays: 28,
  closesMinutes: 0,
  waitlistClosesMinutes: 120,
  waitlistLimit: 10,
  declineMinutes: 30,
} as const
