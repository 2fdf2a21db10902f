import type { Instant } from '#app/values/instant.ts'

/**
 * The moment the demo world of tests is filled for, and where its server's business clock stands: a
 * Thursday morning. `DEMO_NOW=2026-10-25T00:30:00Z npm test -- http/programs` tries another.
 */
export const demoNow: Instant = process.env.DEMO_NOW || '2027-03-11T10:40:00Z'
