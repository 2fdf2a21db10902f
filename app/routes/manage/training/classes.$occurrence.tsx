import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { setClassFlow } from '#app/domain/flows/classes/set-class-flow.server.ts'
import { equipmentWords } from '#app/domain/overview/training/equipment-check.ts'
import { classWorkoutPage } from '#app/domain/overview/training/training-desk-page.server.ts'
import { classWorkoutForm } from '#app/domain/workouts/classes/class-workout-form.ts'
import { setClassWorkout } from '#app/domain/workouts/classes/set-class-workout.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { type FormAnswer, invalid, outdated, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import { openedVersion, sentOf } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { dayShortTime } from '#app/values/wording.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Plan of ${data.title}` : 'Plan', { matches })

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'training:write')
  const page = await classWorkoutPage(ctx, ctx.actor, params.occurrence ?? '')
  if (!page) throw notFound()
  const { slug, locale } = ctx.studio
  const { title, localStart, coachName, roomName, booked, workoutId, workout } = page.class
  const { flowId, flow } = page.class
  // One that was archived since stays what it is until another is chosen.
  const kept = workoutId && !page.workouts.some(({ id }) => id === workoutId)
  return {
    studio: { slug },
    id: page.class.id,
    rules: fieldRules(classWorkoutForm),
    title,
    when: dayShortTime(localStart, locale),
    where: `${roomName}, with ${coachName}`,
    booked,
    notes: page.notes,
    equipment: {
      counted: page.equipment.counted.map(equipmentWords),
      uncounted: page.equipment.uncounted.join(', '),
    },
    open: page.class.endsAt > ctx.now && ['scheduled', 'draft'].includes(page.class.state),
    options: [
      ...(kept ? [{ value: workoutId, label: `${workout} (archived)` }] : []),
      ...page.workouts.map(({ id, name, state }) => ({
        value: id,
        label: state === 'draft' ? `${name} (draft)` : name,
      })),
    ],
    flows: [
      ...(flowId && !page.flows.some(({ id }) => id === flowId)
        ? [{ value: flowId, label: flow ?? 'A flow you can’t open' }]
        : []),
      ...page.flows.map(({ id, title: label, state }) => ({
        value: id,
        label: state === 'draft' ? `${label} (your draft)` : label,
      })),
    ],
    flowId,
    series: page.class.kind === 'class' ? page.class.seriesId : null,
    values: {
      workout: workoutId ?? '',
      version: workoutId ?? '',
      flow: flowId ?? '',
      flowVersion: flowId ?? '',
    },
  }
}

/** Sets what is trained in the class, or takes it off: 303 to the coach's desk, 422 with a reason. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'training:write')
  const submission = await parseForm(request, classWorkoutForm)
  if (submission.status !== 'success') return invalid(submission)
  const { flow, flowVersion, ...planned } = submission.value
  const occurrence = params.occurrence ?? ''
  const taught = await setClassFlow(ctx, occurrence, { flow, was: flowVersion })
  const result = taught.ok ? await setClassWorkout(ctx, occurrence, planned) : taught
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    if (result.reason === 'changed_meanwhile') return outdated(submission, 'the plan of this class')
    if (result.reason === 'unknown_flow')
      return invalid(submission, { flow: ['Choose a flow of the list'] })
    if (result.reason === 'unknown_workout')
      return invalid(submission, { workout: ['Choose a workout of the list'] })
    return refused(submission, {
      form: ['This class is over or cancelled. What was taught in it stays.'],
      code: result.reason,
    })
  }
  return redirectWithFlash(
    app,
    paths.manageTraining(ctx.studio),
    flow || planned.workout
      ? 'Saved. Members see it on the class page: a flow once it is shared, a workout once it is published.'
      : 'Saved. Nothing is planned for this class.',
  )
}

export default function ClassWorkout() {
  const data = useLoaderData<typeof loader>()
  const { studio, id, title, rules, values, options, notes, open } = data
  const answer = useActionData<FormAnswer>()
  const form = useLiveForm('class-workout', ['flow', 'workout', 'version', 'flowVersion'], {
    answer,
    values,
    rules,
  })
  const back = paths.manageTraining(studio)
  return (
    <>
      <BackLink to={back}>Training</BackLink>
      <PageHead
        title={`Plan of ${title}`}
        intro={`${data.when}. ${data.where}.`}
        actions={
          <>
            {values.workout && (
              <Link className="button" to={paths.manageClassResults(studio, id)}>
                Results
              </Link>
            )}
            {data.flowId && (
              <>
                <Link className="button" to={paths.manageFlow(studio, data.flowId, { class: id })}>
                  Open against the roster
                </Link>
                <a
                  className="button primary"
                  href={paths.manageFlowView(studio, data.flowId, 'teach', { class: id })}
                >
                  <Icon name="play" /> Teach
                </a>
              </>
            )}
          </>
        }
      />
      <div className="split">
        {open ? (
          <LiveFormBody of={form} className="sheet-form">
            <HiddenFields
              values={{
                version: openedVersion(answer, values.version),
                flowVersion: (sentOf(answer)?.flowVersion as string) ?? values.flowVersion,
              }}
            />
            <SelectField
              field={form.fields.flow}
              label="Taught from"
              options={data.flows}
              empty="No flow"
            />
            <SelectField
              field={form.fields.workout}
              label="Workout"
              options={options}
              empty="Nothing planned"
            />
            <FormEnd sending="Saving…" cancel={back}>
              Save
            </FormEnd>
          </LiveFormBody>
        ) : (
          <p className="muted">This class is over or cancelled. What was taught in it stays.</p>
        )}
        <aside className="aside">
          <Equipment studio={studio} {...data.equipment} />
          <section>
            <h2>On the roster</h2>
            {notes.length === 0 ? (
              <p className="muted">
                {data.booked === 0
                  ? 'Nobody is booked yet.'
                  : 'Nobody comes for the first time, and no injury is noted.'}
              </p>
            ) : (
              <ul>
                {notes.map(({ personId, name, first, injured }) => (
                  <li key={personId}>
                    {name} {first === 1 && <Label text="First visit" tone="line" />}{' '}
                    {injured === 1 && <Label text="Injury" tone="bad" />}
                  </li>
                ))}
              </ul>
            )}
            <p className="do">
              <Link to={paths.manageClass(studio, id)}>Open the roster</Link>
            </p>
            {data.series && (
              <p className="do">
                <Link to={paths.manageSeriesTeaching(studio, data.series)}>
                  Plan every class of this series
                </Link>
              </p>
            )}
          </section>
        </aside>
      </div>
    </>
  )
}

/** Whether there is a piece for everybody, for what is planned as it was saved. */
function Equipment(props: {
  studio: { slug: string }
  counted: readonly { short: boolean; text: string }[]
  uncounted: string
}) {
  const { studio, counted, uncounted } = props
  if (counted.length === 0 && uncounted === '') return null
  return (
    <section>
      <h2>Equipment</h2>
      <ul>
        {counted.map(({ short, text }) => (
          <li key={text}>
            {short && <Label text="Not enough" tone="bad" />} {text}
          </li>
        ))}
        {uncounted && (
          <li className="muted">
            {`Not counted in your facilities: ${uncounted}. `}
            <Link to={paths.manageFacilities(studio)}>Facilities</Link>
          </li>
        )}
      </ul>
    </section>
  )
}
