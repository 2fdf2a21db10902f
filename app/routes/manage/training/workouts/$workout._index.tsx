import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { may } from '#app/domain/scope/permissions.ts'
import { changeWorkout } from '#app/domain/workouts/library/save-workout.server.ts'
import {
  type UnderstoodLine,
  workoutDeskPage,
} from '#app/domain/workouts/library/workout-desk-page.server.ts'
import { workoutFields } from '#app/domain/workouts/library/workout-fields.ts'
import { viewWords } from '#app/domain/workouts/library/workout-views.ts'
import { kindWords } from '#app/domain/workouts/plan/plan.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { type FormAnswer, invalid, outdated, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { count, dayShortTime } from '#app/values/wording.ts'
import { localDate, wallTime } from '#app/values/zone.ts'
import { saveRefusals } from './workout-form/save-refusals.ts'
import { WorkoutForm } from './workout-form/workout-form.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.name ?? 'Workout', { matches })

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'training:read')
  const page = await workoutDeskPage(ctx, params.workout ?? '')
  if (!page) throw notFound()
  const { workout, lines, questions, picks, choices } = page
  const { slug, locale, timeZone } = ctx.studio
  const at = workout.publishAt && dayShortTime(wallTime(workout.publishAt, timeZone), locale)
  const facts: Record<typeof workout.state, string> = {
    draft: 'Members don’t see it yet.',
    scheduled: `Members see it from ${at}.`,
    published: 'Members see it.',
    archived: 'Members don’t see it. What they did of it stays.',
  }
  return {
    studio: { slug },
    rules: fieldRules(workoutFields),
    id: workout.id,
    name: workout.name,
    intro: `${viewWords[workout.state]}. ${kindWords[workout.kind]}${workout.benchmark ? ', a benchmark' : ''}, version ${workout.version}. ${facts[workout.state]}`,
    screen: paths.manageWorkoutScreen(ctx.studio, workout.id, {
      day: workout.benchmark ? undefined : localDate(ctx.now, timeZone),
    }),
    lines,
    questions,
    picks,
    choices,
    values: {
      key: newId(),
      version: String(workout.version),
      name: workout.name,
      kind: workout.kind,
      text: workout.text,
      notes: workout.notes,
      benchmark: workout.benchmark ? 'on' : '',
    },
    canWrite: may(viewer.role, 'training:write'),
  }
}

/** Saves the workout as its next version: 303 to it, 422 beside the field. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'training:write')
  const submission = await parseForm(request, workoutFields)
  if (submission.status !== 'success') return invalid(submission)
  const id = params.workout ?? ''
  const result = await changeWorkout(ctx, id, submission.value)
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    if (result.reason === 'changed_meanwhile') return outdated(submission, 'this workout')
    return refused(submission, saveRefusals[result.reason])
  }
  const text =
    result.unclear > 0
      ? `Saved. ${count(result.unclear, 'line')} to settle before you publish it.`
      : 'Saved. Every line is clear.'
  return redirectWithFlash(app, paths.manageWorkout(ctx.studio, id), text)
}

export default function Workout() {
  const data = useLoaderData<typeof loader>()
  const { studio, rules, id, name, intro, lines, questions, picks, choices, values } = data
  const answer = useActionData<FormAnswer>()
  const list = paths.manageWorkouts(studio)
  return (
    <>
      <BackLink to={list}>Workouts</BackLink>
      <PageHead
        title={name}
        intro={intro}
        actions={
          <>
            <a className="button" href={data.screen}>
              Open on a screen
            </a>
            {data.canWrite && (
              <Link className="button" to={paths.manageWorkoutPublication(studio, id)}>
                Publish or archive
              </Link>
            )}
          </>
        }
      />
      <section className="part" aria-labelledby="understood">
        <h2 id="understood">
          {questions === 0
            ? 'Every line is clear'
            : `${count(questions, 'line')} to settle before you publish it`}
        </h2>
        <ol className="lines">
          {lines.map((line) => (
            <Line key={`${line.line} ${line.name}`} {...line} />
          ))}
        </ol>
      </section>
      {data.canWrite && (
        <section className="bill-part" aria-labelledby="change">
          <h2 id="change">Change</h2>
          <WorkoutForm
            answer={answer}
            rules={rules}
            values={values}
            picks={picks}
            choices={choices}
            button="Save changes"
            cancelPath={list}
          />
        </section>
      )}
    </>
  )
}

const icons = { clear: 'check', confirm: 'warning', wrong: 'cross' } as const
const saidAloud = { clear: '', confirm: 'Please check: ', wrong: 'Not clear: ' }

function Line({ letter, name, rest, tone }: UnderstoodLine) {
  return (
    <li>
      <Icon name={icons[tone]} /> {letter && <b>{letter} </b>}
      <span className="vh">{saidAloud[tone]}</span>
      <b>{name}</b> <span className={tone === 'clear' ? 'muted' : undefined}>{rest}</span>
    </li>
  )
}
