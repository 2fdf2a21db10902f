import { lapseHolds } from '#app/domain/appointments/answer-request.server.ts'
import { reconcileClasses } from '#app/domain/bookings/roster/reconcile-classes.server.ts'
import { sendReminders } from '#app/domain/bookings/send-reminders.server.ts'
import { bookStandingPlaces } from '#app/domain/bookings/standing-places/book-standing-places.server.ts'
import { closeWaitlists } from '#app/domain/bookings/waitlist/close-waitlists.server.ts'
import { promoteOpenPlaces } from '#app/domain/bookings/waitlist/promote-open-places.server.ts'
import { completeCourses } from '#app/domain/courses/complete-courses.server.ts'
import { lapsePlaces } from '#app/domain/courses/enrolments/lapse-places.server.ts'
import { expireLots } from '#app/domain/entitlements/expire-lots.server.ts'
import { lapseOrders } from '#app/domain/events/confirm-order.server.ts'
import { extendNewPacks } from '#app/domain/planning/close-days.server.ts'
import { expandSeries } from '#app/domain/scheduling/series/expand-series.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { clearAbandonedSetupsJob } from './clear-abandoned-setups.ts'
import { continueBulkChangesJob } from './continue-bulk-changes.ts'
import { continueClosuresJob } from './continue-closures.ts'
import { continueImportsJob } from './continue-imports.ts'
import { deliverOutboxJob } from './deliver-outbox.ts'
import { finishProvisioningJob } from './finish-provisioning.ts'
import { forgetOldAuthRowsJob } from './forget-old-auth-rows.ts'
import { eachStudio, type Job } from './job.ts'
import { keepTasks } from './keep-tasks.ts'
import { refreshPublicClassesJob } from './refresh-public-classes.ts'
import { sweepFilesJob } from './sweep-files.ts'
import { tellPeopleJob } from './tell-people.ts'

/**
 * Every job, in the order of a tick: what frees places comes before what fills them, what writes
 * mail before what sends it.
 */
export const jobs: readonly Job[] = [
  finishProvisioningJob,
  studioJob(
    'expand-series',
    'Make the classes of each series eight weeks ahead.',
    10,
    expandSeries,
  ),
  studioJob(
    'book-standing-places',
    'Book the dates of standing places and repeats that are due.',
    1,
    (ctx) => bookStandingPlaces(ctx),
  ),
  studioJob(
    'reconcile-classes',
    'Settle classes that ended: attended, no-shows, credits and fees.',
    1,
    reconcileClasses,
  ),
  studioJob('lapse-holds', 'End holds of appointments whose 10 minutes are over.', 1, lapseHolds),
  studioJob('lapse-orders', 'End orders of tickets whose minutes are over.', 1, lapseOrders),
  studioJob(
    'expire-lots',
    'Write off the credits of packs whose last day is over.',
    10,
    expireLots,
  ),
  continueClosuresJob,
  studioJob(
    'extend-packs',
    'Let packs bought before closed days run as much longer.',
    10,
    extendNewPacks,
  ),
  studioJob(
    'close-waitlists',
    'Close the waitlist of classes that have started.',
    1,
    closeWaitlists,
  ),
  studioJob('promote-waitlists', 'Give free places to those who wait.', 1, promoteOpenPlaces),
  studioJob(
    'send-reminders',
    'Remind people of their classes, as they wish to be.',
    1,
    sendReminders,
  ),
  studioJob(
    'lapse-course-places',
    'End holds and offers of courses that are over, and offer the place on.',
    1,
    lapsePlaces,
  ),
  studioJob(
    'complete-courses',
    'Complete the enrolments of courses that have ended.',
    10,
    completeCourses,
  ),
  studioJob('keep-tasks', 'Raise what needs somebody, and close what asks no more.', 1, keepTasks),
  tellPeopleJob,
  refreshPublicClassesJob,
  deliverOutboxJob,
  continueImportsJob,
  continueBulkChangesJob,
  clearAbandonedSetupsJob,
  forgetOldAuthRowsJob,
  sweepFilesJob,
]

export function findJob(name: string): Job | undefined {
  return jobs.find((job) => job.name === name)
}

/** A job that is the same piece of work for every open studio. */
function studioJob(
  name: string,
  description: string,
  everyMinutes: number,
  work: (ctx: StudioContext) => Promise<number>,
): Job {
  return { name, description, everyMinutes, run: (context) => eachStudio(context, name, work) }
}
