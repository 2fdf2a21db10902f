import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { cancelEffectWords } from '#app/domain/bookings/cancelling/cancel-effect-words.ts'
import { cancelOccurrence } from '#app/domain/bookings/cancelling/cancel-occurrence.server.ts'
import { classCancellationPage } from '#app/domain/bookings/cancelling/class-cancellation-page.server.ts'
import { restoreOccurrence } from '#app/domain/bookings/cancelling/restore-occurrence.server.ts'
import { cancelClassForm } from '#app/domain/bookings/roster/desk-forms.ts'
import { findClassAtDesk } from '#app/domain/bookings/roster/find-class-at-desk.server.ts'
import { whenWords } from '#app/domain/bookings/roster/roster-words.ts'
import { draftChangedWords, draftStandsWords } from '#app/domain/planning/draft-words.ts'
import { planCancel } from '#app/domain/planning/plan-change.server.ts'
import { plannedOfStatement } from '#app/domain/planning/planned-queries.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { tellSoon } from '#app/http/tell-people.server.ts'
import { paths } from '#app/paths.ts'
import { openedDraft, type PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { DraftStands } from '#app/ui/schedule/draft-stands.tsx'
import { count } from '#app/values/wording.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `${data.cancelled ? 'Restore' : 'Cancel'} ${data.title}` : 'Cancel', {
    matches,
  })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'schedule:write')
  const occurrenceId = params.occurrence ?? ''
  const standing = plannedOfStatement(ctx, occurrenceId)
  const page = await classCancellationPage(ctx, occurrenceId, standing)
  if (!page) throw notFound()
  const { occurrence, effects } = page
  const planned = occurrence.state === 'scheduled' ? page.also[0] : undefined
  const cancelled = occurrence.state === 'cancelled'
  const rules = fieldRules(cancelClassForm)
  if (occurrence.kind === 'appointment')
    throw redirect(paths.manageAppointment(ctx.studio, occurrence.id))
  return {
    rules: cancelled ? rules : { ...rules, reason: { ...rules.reason, ...asked } },
    studio: { slug: ctx.studio.slug },
    id: occurrence.id,
    title: occurrence.title,
    when: whenWords(occurrence, ctx.studio.locale),
    cancelled,
    planned: planned?.id ?? '',
    draft: planned ? draftStandsWords(planned, ctx.studio) : null,
    canPlan: !occurrence.course && occurrence.state === 'scheduled',
    started: ctx.now >= occurrence.startsAt,
    reached: effects.reached,
    effects: cancelEffectWords(effects, ctx.studio),
  }
}

/** Bringing a class back needs no reason. */
const asked = {
  required: true,
  missing: 'Enter a reason: everyone gets it in their message',
} as const

/**
 * Cancels the class with its effects, or brings it back without anyone. 303 to the roster; doing
 * it again says the same.
 */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const submission = await parseForm(request, cancelClassForm)
  if (submission.status !== 'success') return invalid(submission)
  const { act, reason = '', planned: shown, as } = submission.value
  if (act === 'cancel' && reason === '') {
    return refused(submission, {
      fields: { reason: [asked.missing] },
      code: 'no_reason',
    })
  }
  const occurrenceId = params.occurrence ?? ''
  // An appointment has an end of its own, which a class's cancel would not write.
  const found = await findClassAtDesk(ctx, occurrenceId)
  if (found?.kind === 'appointment')
    throw redirect(paths.manageAppointment(ctx.studio, found.id), 303)
  if (act === 'cancel' && as === 'draft') {
    const planned = await planCancel(ctx, occurrenceId, { reason, planned: shown })
    if (planned.ok) {
      const message = 'Saved as draft. Nobody is notified until you publish it.'
      return redirectWithFlash(app, paths.managePublish(ctx.studio), message)
    }
    if (planned.reason === 'not_found') throw notFound()
    if (planned.reason === 'planned_meanwhile') {
      const form = [draftChangedWords(planned.facts.planned, ctx.studio)]
      return refused(submission, { form, code: 'changed_meanwhile' })
    }
    return refused(submission, {
      form: ['This can’t be saved as a draft. Cancel it now instead.'],
      code: planned.reason,
    })
  }
  const result =
    act === 'cancel'
      ? await cancelOccurrence(ctx, occurrenceId, { reason })
      : await restoreOccurrence(ctx, occurrenceId, { reason })
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    const form = {
      started: () => ['The class has started. Correct single places instead.'],
      closed_then: () => ['You’re closed that day. Reopen, or add the class on another day.'],
      taken: () =>
        result.reason === 'taken'
          ? result.facts.taken.map((what) => `${what}. Move that first.`)
          : [],
    }[result.reason]()
    return refused(submission, { form, code: result.reason })
  }
  tellSoon(app, ctx)
  const notified = `${count(result.notified, 'person is', 'people are')} notified.`
  const message =
    act === 'cancel' ? `Cancelled. ${notified}` : `Restored, with nobody booked. ${notified}`
  return redirectWithFlash(app, paths.manageClass(ctx.studio, occurrenceId), message)
}

export default function Cancellation() {
  const data = useLoaderData<typeof loader>()
  const { studio, id, title, when, cancelled, started } = data
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('cancellation', ['reason'], { answer, rules: data.rules })
  return (
    <>
      <BackLink to={paths.manageClass(studio, id)}>{title}</BackLink>
      <PageHead title={cancelled ? `Restore ${title}` : `Cancel ${title}`} intro={`${when}.`} />
      {started ? (
        <p>The class has started: single places can be corrected on the roster.</p>
      ) : (
        <LiveFormBody of={form} className="sheet-form">
          <input type="hidden" name="act" value={cancelled ? 'restore' : 'cancel'} />
          <input type="hidden" name="planned" value={openedDraft(answer, data.planned)} />
          {data.draft && !answer && <DraftStands studio={studio} words={data.draft} />}
          {cancelled ? (
            <div className="notice warn">
              <Icon name="warning" />
              <p>
                {data.reached > 0
                  ? `${count(data.reached, 'person was', 'people were')} told it’s cancelled and ` +
                    'got back what they paid with. '
                  : ''}
                They’re not booked again automatically: we tell them they can book.
              </p>
            </div>
          ) : (
            <section>
              <h2>What happens</h2>
              <ul className="lines">
                {data.effects.map(({ key, what }) => (
                  <li key={key}>{what}</li>
                ))}
              </ul>
            </section>
          )}
          <TextField
            field={form.fields.reason}
            label={cancelled ? 'Reason, for the record' : 'Reason'}
            hint={cancelled ? undefined : 'Everyone gets it in their message, like “Dee is ill”.'}
          />
          <div className="form-end">
            <SendButton sending={cancelled ? 'Restoring…' : 'Cancelling…'}>
              {cancelled ? 'Restore class' : 'Cancel class'}
            </SendButton>
            {data.canPlan && (
              <button type="submit" className="button" name="as" value="draft">
                Save as draft
              </button>
            )}
            <Link className="button quiet" to={paths.manageClass(studio, id)}>
              {cancelled ? 'Cancel' : 'Keep class'}
            </Link>
          </div>
        </LiveFormBody>
      )}
    </>
  )
}
