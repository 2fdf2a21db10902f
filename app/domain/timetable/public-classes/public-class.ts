import type { Instant } from '#app/values/instant.ts'
import type { LocalDateTime } from '#app/values/zone.ts'

/** One dated class of a listed studio, as the finder tells it. */
export type PublicClass = {
  occurrenceId: string
  classTypeId: string
  title: string
  discipline: string
  level: string
  startsAt: Instant
  localStart: LocalDateTime
  minutes: number
  priceMinor: number | null
  places: number
  slug: string
  studio: string
  town: string
  locationId: string
  /** Its name where the studio has several; else empty. */
  location: string
  timeZone: string
  locale: string
  currency: string
}
