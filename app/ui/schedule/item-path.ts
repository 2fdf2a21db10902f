import { paths } from '#app/paths.ts'

type StudioRef = { slug: string }

/**
 * The page of something on the calendar, by what it is. Whatever has no page of its own has its
 * roster.
 */
export function itemPath(
  studio: StudioRef,
  { kind, id, seriesId }: { kind: string; id: string; seriesId: string },
): string {
  switch (kind) {
    case 'course':
    case 'workshop':
      return paths.manageCourse(studio, kind, seriesId)
    case 'event':
      return paths.manageEvent(studio, id)
    case 'appointment':
      return paths.manageAppointment(studio, id)
    case 'out':
      return `${paths.manageFacilities(studio)}#out`
    default:
      return paths.manageClass(studio, id)
  }
}
