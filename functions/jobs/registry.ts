import { lapseHolds, lapseHoldsDue } from '#app/domain/appointments/answer-request.server.ts'
import { chargeFees, chargeFeesDue } from '#app/domain/bookings/cancelling/charge-fees.server.ts'
import {
  reconcileClasses,
  reconcileClassesDue,
} from '#app/domain/bookings/roster/reconcile-classes.server.ts'
import { sendReminders, sendRemindersDue } from '#app/domain/bookings/send-reminders.server.ts'
import {
  bookStandingPlaces,
  bookStandingPlacesDue,
} from '#app/domain/bookings/standing-places/book-standing-places.server.ts'
import {
  closeWaitlists,
  closeWaitlistsDue,
} from '#app/domain/bookings/waitlist/close-waitlists.server.ts'
import { lapseOffers, lapseOffersDue } from '#app/domain/bookings/waitlist/lapse-offers.server.ts'
import {
  promoteOpenPlaces,
  promoteOpenPlacesDue,
} from '#app/domain/bookings/waitlist/promote-open-places.server.ts'
import { completeCourses, completeCoursesDue } from '#app/domain/courses/complete-courses.server.ts'
import { lapsePlaces, lapsePlacesDue } from '#app/domain/courses/enrolments/lapse-places.server.ts'
import { expireLots, expireLotsDue } from '#app/domain/entitlements/expire-lots.server.ts'
import {
  tellNewPrices,
  tellNewPricesDue,
} from '#app/domain/entitlements/offers/tell-new-prices.server.ts'
import { lapseOrders, lapseOrdersDue } from '#app/domain/events/confirm-order.server.ts'
import { comeOfAge, comeOfAgeDue } from '#app/domain/families/come-of-age.server.ts'
import { routeSubmissionsDue } from '#app/domain/leads/capture/route-submission.server.ts'
import { forgetLetters, forgetLettersDue } from '#app/domain/messaging/forget-letters.server.ts'
import {
  tellBriefings,
  tellBriefingsDue,
} from '#app/domain/overview/training/class-briefing.server.ts'
import {
  rewardReferrals,
  rewardReferralsDue,
} from '#app/domain/people/referrals/reward-referrals.server.ts'
import { extendNewPacks } from '#app/domain/planning/close-days.server.ts'
import { extendNewPacksDue } from '#app/domain/planning/closure-sql.server.ts'
import { continueCopies, copiesDue } from '#app/domain/planning/copy-term.server.ts'
import {
  expandSeries,
  expandSeriesDue,
} from '#app/domain/scheduling/series/expand-series.server.ts'
import {
  closeIdleWorkouts,
  closeIdleWorkoutsDue,
} from '#app/domain/training-log/session/close-idle-workouts.server.ts'
import { followTrials, followTrialsDue } from '#app/domain/trials/follow-trials.server.ts'
import { routeWaiting } from '#app/domain/trials/settle-submission.server.ts'
import { billMembershipsJob } from './bill-memberships.ts'
import { campaignJobs } from './campaign-jobs.ts'
import { clearAbandonedSetupsJob } from './clear-abandoned-setups.ts'
import { continueBulkChangesJob } from './continue-bulk-changes.ts'
import { continueClosuresJob } from './continue-closures.ts'
import { continueFreezesJob } from './continue-freezes.ts'
import { continueImportsJob } from './continue-imports.ts'
import { continueLogImportsJob } from './continue-log-imports.ts'
import { continuePeopleImportsJob } from './continue-people-imports.ts'
import { deliverOutboxJob } from './deliver-outbox.ts'
import { deliverWebhooksJob } from './deliver-webhooks.ts'
import { figureJobs } from './figure-jobs.ts'
import { finishProvisioningJob } from './finish-provisioning.ts'
import { forgetOldAuthRowsJob } from './forget-old-auth-rows.ts'
import { forgetSecretsJob } from './forget-secrets.ts'
import type { Job } from './job.ts'
import { keepErasedJob } from './keep-erased.ts'
import { keepPlansJob } from './keep-plans.ts'
import { keepTasksJob } from './keep-tasks.ts'
import { moneyJobs } from './money-jobs.ts'
import { refreshPublicClassesJob, removePublicClassesJob } from './refresh-public-classes.ts'
import { remindQualificationsJob } from './remind-qualifications.ts'
import { studioJob } from './studio-job.ts'
import { sweepFilesJob } from './sweep-files.ts'
import { talkJobs } from './talk-jobs.ts'
import { tellPeopleJob } from './tell-people.ts'

/**
 * Every job, in the order of a tick: what frees places comes before what fills them, what writes
 * mail before what sends it.
 */
export const jobs: readonly Job[] = [
  finishProvisioningJob,
  keepPlansJob,
  studioJob(
    'expand-series',
    'Make the classes of each series eight weeks ahead.',
    10,
    expandSeriesDue,
    expandSeries,
  ),
  studioJob(
    'book-standing-places',
    'Book the dates of standing places and repeats that are due.',
    1,
    bookStandingPlacesDue,
    (ctx) => bookStandingPlaces(ctx),
  ),
  studioJob(
    'reconcile-classes',
    'Settle classes that ended: attended, no-shows, credits and fees.',
    1,
    reconcileClassesDue,
    reconcileClasses,
  ),
  studioJob(
    'close-idle-workouts',
    'Close workouts in which nothing was logged for six hours.',
    10,
    closeIdleWorkoutsDue,
    closeIdleWorkouts,
  ),
  continueLogImportsJob,
  studioJob(
    'lapse-holds',
    'End holds of appointments whose 10 minutes are over.',
    1,
    lapseHoldsDue,
    lapseHolds,
  ),
  studioJob(
    'lapse-orders',
    'End orders of tickets whose minutes are over.',
    1,
    lapseOrdersDue,
    lapseOrders,
  ),
  studioJob(
    'expire-lots',
    'Write off the credits of packs whose last day is over.',
    10,
    expireLotsDue,
    expireLots,
  ),
  continueClosuresJob,
  studioJob(
    'continue-copies',
    'Continue copying terms to other weeks.',
    1,
    copiesDue,
    continueCopies,
  ),
  studioJob(
    'extend-packs',
    'Let packs bought before closed days run as much longer.',
    10,
    extendNewPacksDue,
    extendNewPacks,
  ),
  studioJob(
    'close-waitlists',
    'Close the waitlist of classes that have started.',
    1,
    closeWaitlistsDue,
    closeWaitlists,
  ),
  studioJob(
    'lapse-offers',
    'End offers of open places whose minutes are over, and offer the place on.',
    1,
    lapseOffersDue,
    lapseOffers,
  ),
  studioJob(
    'promote-waitlists',
    'Give free places to those who wait.',
    1,
    promoteOpenPlacesDue,
    promoteOpenPlaces,
  ),
  studioJob(
    'route-submissions',
    'Make leads of forms whose routing failed.',
    1,
    routeSubmissionsDue,
    routeWaiting,
  ),
  remindQualificationsJob,
  studioJob(
    'tell-briefings',
    'Tell coaches, 15 minutes before a class, who of its people stands out.',
    1,
    tellBriefingsDue,
    tellBriefings,
  ),
  studioJob(
    'follow-trials',
    'Note what became of the trials of leads.',
    1,
    followTrialsDue,
    followTrials,
  ),
  studioJob(
    'reward-referrals',
    'Give what a studio has set for a friend who was brought and has paid.',
    1,
    rewardReferralsDue,
    rewardReferrals,
  ),
  studioJob(
    'come-of-age',
    'Tell people who turned 18, and their guardians, that they act for themselves.',
    1,
    comeOfAgeDue,
    comeOfAge,
  ),
  studioJob(
    'send-reminders',
    'Remind people of their classes, as they wish to be.',
    1,
    sendRemindersDue,
    sendReminders,
  ),
  studioJob(
    'lapse-course-places',
    'End holds and offers of courses that are over, and offer the place on.',
    1,
    lapsePlacesDue,
    lapsePlaces,
  ),
  studioJob(
    'complete-courses',
    'Complete the enrolments of courses that have ended.',
    10,
    completeCoursesDue,
    completeCourses,
  ),
  billMembershipsJob,
  ...figureJobs,
  studioJob(
    'tell-new-prices',
    'Tell members of the price that their membership has from a day on.',
    1,
    tellNewPricesDue,
    tellNewPrices,
  ),
  studioJob(
    'charge-fees',
    'Charge late-cancel and no-show fees that nobody waived in time.',
    1,
    chargeFeesDue,
    chargeFees,
  ),
  ...moneyJobs,
  ...talkJobs,
  ...campaignJobs,
  keepTasksJob,
  tellPeopleJob,
  removePublicClassesJob,
  refreshPublicClassesJob,
  deliverOutboxJob,
  deliverWebhooksJob,
  continueImportsJob,
  continuePeopleImportsJob,
  continueBulkChangesJob,
  continueFreezesJob,
  clearAbandonedSetupsJob,
  forgetOldAuthRowsJob,
  keepErasedJob,
  forgetSecretsJob,
  studioJob(
    'forget-letters',
    'Forget who was told what once it is older than the studio keeps it.',
    10,
    forgetLettersDue,
    forgetLetters,
  ),
  sweepFilesJob,
]

export function findJob(name: string): Job | undefined {
  return jobs.find((job) => job.name === name)
}
