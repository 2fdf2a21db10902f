import type { Action } from '#app/domain/bookings/availability/refusal-words.ts'
import { paths } from '#app/paths.ts'

/** Where the action of an availability leads, for the class it is about; empty is no class alone. */
export function actionPath(action: Action, occurrenceId: string, studio: { slug: string }): string {
  switch (action.kind) {
    case 'cancel':
    case 'decline':
    case 'leave_waitlist':
    case 'see_booking':
      return action.bookingId ? paths.cancelBooking(studio, action.bookingId) : paths.portal(studio)
    case 'see_offer':
      return action.bookingId ? paths.placeOffer(studio, action.bookingId) : paths.portal(studio)
    case 'see_prices':
      return paths.prices(studio, occurrenceId ? { for: occurrenceId } : undefined)
    case 'see_course':
      return action.courseId ? paths.program(studio, action.courseId) : paths.programs(studio)
    case 'ask_studio':
      return paths.ask(studio)
    case 'sign_document':
      return paths.portalDocument(studio, action.documentId ?? '', {
        for: occurrenceId,
        ...(action.child ? { person: action.child } : {}),
      })
    case 'see_skill':
      return paths.portalSkill(studio, action.skillId ?? '')
    case 'tickets':
      return paths.occurrence(studio, occurrenceId)
    // The confirm page asks who is not signed in to do so first, and shows other dates where it
    // refuses.
    case 'sign_in':
    case 'book':
    case 'join_waitlist':
    case 'other_dates':
    case 'see_level':
      return paths.book(studio, occurrenceId)
  }
}
