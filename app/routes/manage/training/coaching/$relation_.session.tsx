import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import {
  beginClientSession,
  clientSessionPage,
  handToClient,
  logForClient,
} from '#app/domain/coaching/client-session.server.ts'
import { beginSessionForm } from '#app/domain/coaching/coaching-form.ts'
import { doneWords } from '#app/domain/training-log/session/done-words.ts'
import { typedSet } from '#app/domain/training-log/session/typed-set-form.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parsePosted, readPosted, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import { type PageFormAnswer, sentOf } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Workout of ${data.client.name}` : 'Workout', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'coaching:use')
  const page = await clientSessionPage(ctx, params.relation ?? '')
  if (!page) throw notFound()
  const { client, unit, log, sets, next, current, sessions } = page
  return {
    rules: { set: fieldRules(typedSet), begin: fieldRules(beginSessionForm) },
    studio: { slug: ctx.studio.slug },
    id: params.relation ?? '',
    client,
    unit,
    next,
    sessions,
    open: log && { id: log.id, name: log.name, paused: log.state === 'paused' },
    entries:
      log?.plan.entries.map((entry) => ({
        id: entry.id,
        name: entry.name,
        of: entry.sets,
        sets: sets
          .filter((set) => set.entry === entry.id)
          .map((set) => ({ n: set.n, words: doneWords(set, unit) })),
      })) ?? [],
    values: { begin: { key: newId(), session: '' }, set: { entry: current } },
  }
}

/** Begins a client’s workout, logs a set or adds an exercise, or leaves it to the client: 303 or 422. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'coaching:use')
  const id = params.relation ?? ''
  const posted = await readPosted(request)
  const here = paths.manageClientSession(ctx.studio, id)
  switch (posted.get('act')) {
    case 'begin': {
      const submission = parsePosted(posted, beginSessionForm)
      if (submission.status !== 'success') return invalid(submission)
      const begun = await beginClientSession(ctx, id, submission.value)
      if (begun.ok) return redirectWithFlash(app, here, 'Workout begun.')
      if (begun.reason === 'not_found') throw notFound()
      const form = ['They have a workout open already. Reload the page to log into it.']
      return refused(submission, { code: begun.reason, form })
    }
    case 'hand': {
      const handed = await handToClient(ctx, id, String(posted.get('log') ?? ''))
      if (handed === 'not_found') throw notFound()
      return redirectWithFlash(
        app,
        handed === 'ok' ? paths.manageClient(ctx.studio, id) : here,
        handed === 'ok'
          ? 'Left to the client, who finishes it under Workouts.'
          : 'They have finished that workout meanwhile.',
      )
    }
    default: {
      const submission = parsePosted(posted, typedSet)
      if (submission.status !== 'success') return invalid(submission)
      const typed = submission.value
      const n = Number(posted.get(`n.${typed.entry}`))
      const logId = String(posted.get('log') ?? '')
      const set = { ...typed, n: Number.isInteger(n) ? n : 0 }
      const result = await logForClient(ctx, id, logId, set)
      if (result.ok)
        return redirectWithFlash(app, here, typed.exercise ? 'Exercise added.' : 'Set logged.')
      if (result.reason === 'not_found') throw notFound()
      return refused(submission, { code: result.reason, form: [result.why] })
    }
  }
}

export default function ClientSession() {
  const { studio, id, client, open, sessions, rules, values } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const begin = useLiveForm('begin-session', ['key', 'session'], {
    answer: sentOf(answer)?.act === 'begin' ? answer : undefined,
    values: values.begin,
    rules: rules.begin,
  })
  return (
    <>
      <BackLink to={paths.manageClient(studio, id)}>{client.name}</BackLink>
      <PageHead
        title={open ? open.name : `Log a workout for ${client.name}`}
        intro={
          open
            ? `${client.name} sees each set in their log and finishes the workout themselves.${
                open.paused ? ' It is left to them: they resume and finish it.' : ''
              }`
            : 'You log it set by set, and they read and finish it under Workouts.'
        }
        actions={
          open && (
            <Form method="post">
              <HiddenFields values={{ log: open.id }} />
              <button type="submit" className="button" name="act" value="hand">
                Leave it to {client.name}
              </button>
            </Form>
          )
        }
      />
      {open ? (
        <Sheet />
      ) : (
        <LiveFormBody of={begin} className="sheet-form">
          <HiddenFields
            values={{ key: String(begin.fields.key.initialValue ?? ''), act: 'begin' }}
          />
          <SelectField
            field={begin.fields.session}
            label="Workout"
            options={[{ value: '', label: 'A free workout' }, ...sessions]}
          />
          <SendButton sending="Beginning…">Begin</SendButton>
        </LiveFormBody>
      )}
    </>
  )
}

const setNames = ['entry', 'weight', 'reps', 'time', 'distance', 'rpe'] as const

/** The open workout: what is done of each exercise, the form of the next set, another exercise. */
function Sheet() {
  const { open, entries, next, unit, rules, values } = useLoaderData<typeof loader>()
  const log = open?.id ?? ''
  const answer = useActionData() as PageFormAnswer | undefined
  const sent = sentOf(answer)?.act
  const set = useLiveForm('client-set', setNames, {
    answer: sent === 'set' ? answer : undefined,
    values: values.set,
    rules: rules.set,
  })
  const more = useLiveForm('client-exercise', ['exercise'], {
    answer: sent === 'exercise' ? answer : undefined,
    rules: rules.set,
  })
  const { entry, weight, reps, time, distance, rpe } = set.fields
  return (
    <>
      <ul className="lines">
        {entries.map((one) => (
          <li key={one.id}>
            <strong>{one.name}</strong>{' '}
            <span className="muted">
              {one.sets.length} of {one.of} sets
            </span>{' '}
            {one.sets.map(({ n, words }) => `${n}: ${words}`).join(', ')}
          </li>
        ))}
      </ul>
      {entries.length > 0 && (
        <LiveFormBody of={set} className="sheet-form">
          <HiddenFields
            values={{
              act: 'set',
              log,
              ...Object.fromEntries(next.map((one) => [`n.${one.entry}`, String(one.n)])),
            }}
          />
          <SelectField
            field={entry}
            label="Exercise"
            options={entries.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <TextField field={weight} label={`Weight in ${unit}`} inputMode="decimal" />
          <TextField field={reps} label="Repetitions" inputMode="numeric" />
          <TextField field={time} label="Time" hint="“0:45”, where the exercise is timed." />
          <TextField field={distance} label="Distance" hint="“400 m”, where it has one." />
          <TextField field={rpe} label="Effort from 1 to 10 (optional)" inputMode="decimal" />
          <SendButton sending="Logging…">Log set</SendButton>
        </LiveFormBody>
      )}
      <LiveFormBody of={more} className="sheet-form">
        <HiddenFields values={{ act: 'exercise', log }} />
        <TextField field={more.fields.exercise} label="Another exercise" autoComplete="off" />
        <SendButton tone="small" sending="Adding…">
          Add exercise
        </SendButton>
      </LiveFormBody>
    </>
  )
}
