import { findForm } from '#app/domain/leads/capture/form-queries.server.ts'
import {
  noteFailure,
  type Routed,
  routeSubmission,
  waitingSubmissions,
} from '#app/domain/leads/capture/route-submission.server.ts'
import { findSubmission } from '#app/domain/leads/capture/submission-queries.server.ts'
import { type StudioContext, systemActor } from '#app/domain/scope/contexts.ts'
import { bookTrial } from './book-trial.server.ts'
import { isTrialClass } from './trial-classes.server.ts'

export type Settled = {
  routed: Routed
  /** The booking of the class they chose; false where they did not get it, null for none chosen. */
  trial: string | false | null
}

/**
 * Makes a lead of what a form was sent, and books the trial they chose with it, where the form
 * offers it and it still has a place. Any number of times is once.
 */
export async function settleSubmission(
  studio: StudioContext,
  id: string,
  options: { evenSpam?: boolean } = {},
): Promise<Settled> {
  const routed = await routeSubmission(studio, id, options)
  if (!routed || routed.state === 'spam' || routed.answers.trial === '')
    return { routed, trial: null }
  return { routed, trial: await bookChosen(studio, id, routed.leadId, routed.answers.trial) }
}

/**
 * Books a class for the lead of a submission, where its form offers that; answers the booking.
 * False too for a place that they had already: anyone who sends an address is not told what its
 * owner booked.
 */
export async function bookChosen(
  studio: StudioContext,
  submissionId: string,
  leadId: string,
  occurrenceId: string,
): Promise<string | false> {
  const ctx = { ...studio, actor: systemActor }
  const sent = await findSubmission(ctx, submissionId)
  const form = sent && (await findForm(ctx, sent.formId))
  if (!form || !(await isTrialClass(ctx, occurrenceId, form.definition.trialTypes))) return false
  const result = await bookTrial(ctx, leadId, occurrenceId, { byForm: true })
  return result.ok && !result.again && result.bookingId
}

/** Routes what waits for it once more. One that fails again is counted and stops no other. */
export async function routeWaiting(ctx: StudioContext): Promise<number> {
  const waiting = await waitingSubmissions(ctx)
  for (const { id } of waiting) {
    try {
      await settleSubmission(ctx, id)
    } catch (error) {
      console.error('Routing failed', { submission: id, error })
      await noteFailure(ctx, id, error)
    }
  }
  return waiting.length
}
