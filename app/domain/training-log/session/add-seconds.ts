import { type Instant, instantFromMs, instantToMs } from '#app/values/instant.ts'

/** The instant so many elapsed seconds later. */
export const addSeconds = (instant: Instant, seconds: number): Instant =>
  instantFromMs(instantToMs(instant) + seconds * 1_000)
