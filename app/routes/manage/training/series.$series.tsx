import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { everyWords } from '#app/domain/bookings/standing-places/standing-place-words.ts'
import { setSeriesFlow } from '#app/domain/flows/classes/set-class-flow.server.ts'
import { seriesTeachingPage } from '#app/domain/overview/training/series-teaching-page.server.ts'
import { seriesTeachingForm } from '#app/domain/scheduling/series/series-teaching-form.ts'
import { setOnlineLink } from '#app/domain/scheduling/series/set-online-link.server.ts'
import { setSeriesWorkout } from '#app/domain/workouts/classes/set-series-workout.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { type FormAnswer, invalid, outdated, parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import { sentOf } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { count, dayShortTime } from '#app/values/wording.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Teaching of ${data.title}` : 'Teaching', { matches })

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'training:write')
  const page = await seriesTeachingPage(ctx, ctx.actor, params.series ?? '')
  if (!page) throw notFound()
  const { slug, locale } = ctx.studio
  const { series, flows, workouts } = page
  const [flow, workout] = [series.flowId ?? '', series.workoutId ?? '']
  return {
    studio: { slug },
    rules: fieldRules(seriesTeachingForm),
    title: series.title,
    when: series.rrule ? everyWords(series, locale) : dayShortTime(series.firstStart, locale),
    where: `${series.roomName}, with ${series.coachName}`,
    coming: series.coming,
    flows: flows.map(({ id, title, state }) => ({
      value: id,
      label: state === 'draft' ? `${title} (your draft)` : title,
    })),
    workouts: workouts.map(({ id, name, state }) => ({
      value: id,
      label: state === 'draft' ? `${name} (draft)` : name,
    })),
    values: {
      flow,
      flowVersion: flow,
      workout,
      workoutVersion: workout,
      online: series.onlineUrl,
      onlineVersion: series.onlineUrl,
    },
  }
}

/** Sets what the classes of a series are taught from: 303 to the same page, 422 beside the field. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'training:write')
  const submission = await parseForm(request, seriesTeachingForm)
  if (submission.status !== 'success') return invalid(submission)
  const { flow, workout, online, flowVersion, workoutVersion, onlineVersion } = submission.value
  const seriesId = params.series ?? ''
  const taught = await setSeriesFlow(ctx, seriesId, { flow, was: flowVersion })
  const trained = taught.ok
    ? await setSeriesWorkout(ctx, seriesId, { workout, was: workoutVersion })
    : taught
  if (!trained.ok) {
    if (trained.reason === 'not_found') throw notFound()
    if (trained.reason === 'unknown_flow')
      return invalid(submission, { flow: ['Choose a flow of the list'] })
    if (trained.reason === 'unknown_workout')
      return invalid(submission, { workout: ['Choose a workout of the list'] })
    return outdated(submission, 'what this series teaches')
  }
  if (!(await setOnlineLink(ctx, seriesId, { url: online, was: onlineVersion })))
    return outdated(submission, 'the online link')
  return redirectWithFlash(
    app,
    paths.manageSeriesTeaching(ctx.studio, seriesId),
    'Saved. Coming classes that were planned for themselves keep their own plan.',
  )
}

const names = ['flow', 'workout', 'online'] as const

export default function SeriesTeaching() {
  const { studio, title, when, where, coming, rules, values, flows, workouts } =
    useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const form = useLiveForm('series-teaching', names, { answer, values, rules })
  const sent = sentOf(answer)
  const shown = (name: 'flowVersion' | 'workoutVersion' | 'onlineVersion') =>
    sent ? ((sent[name] as string | undefined) ?? '') : values[name]
  const back = paths.manageTraining(studio)
  return (
    <>
      <BackLink to={back}>Training</BackLink>
      <PageHead
        title={`Teaching of ${title}`}
        intro={`${when}, ${where}. ${count(coming, 'class', 'classes')} to come.`}
      />
      <LiveFormBody of={form} className="sheet-form">
        <HiddenFields
          values={{
            flowVersion: shown('flowVersion'),
            workoutVersion: shown('workoutVersion'),
            onlineVersion: shown('onlineVersion'),
          }}
        />
        <SelectField field={form.fields.flow} label="Taught from" options={flows} empty="No flow" />
        <SelectField
          field={form.fields.workout}
          label="Workout"
          options={workouts}
          empty="No workout"
        />
        <TextField
          field={form.fields.online}
          label="Online link"
          hint="Only people who booked see it, from 30 minutes before each class"
          type="url"
          autoComplete="off"
        />
        <FormEnd sending="Saving…" cancel={back}>
          Save for the series
        </FormEnd>
      </LiveFormBody>
    </>
  )
}
