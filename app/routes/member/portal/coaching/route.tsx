import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { checkInWords } from '#app/domain/coaching/check-in.ts'
import { replyForm, shiftForm } from '#app/domain/coaching/coaching-form.ts'
import { answerCheckIn, tickEntry } from '#app/domain/coaching/my-coaching.server.ts'
import { myCoachingPage } from '#app/domain/coaching/my-coaching-page.server.ts'
import { askShift } from '#app/domain/coaching/shift-program.server.ts'
import { shiftWords } from '#app/domain/coaching/shift-words.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parsePosted, readPosted, refused } from '#app/http/form.server.ts'
import { notFound, requireMember } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { type PageFormAnswer, sentOf } from '#app/ui/form/form-answer.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { dayMonthYear } from '#app/values/wording.ts'
import { AskShift } from './ask-shift.tsx'
import { CheckIn } from './check-in.tsx'

export const handle = { styles: ['back-link', 'form', 'button', 'lines'] } satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => pageTitle('My coaching', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requireMember(context)
  const page = await myCoachingPage(ctx, viewer)
  const day = (on: string) => dayMonthYear(on, ctx.studio.locale)
  const of = (...kinds: string[]) =>
    page.entries
      .filter(({ kind }) => kinds.includes(kind))
      .map((one) => ({
        id: one.id,
        text: one.text,
        value: one.value,
        by: one.byName,
        on: day(one.onDate),
        done: one.doneAt !== null,
      }))
  return {
    shell: page.shell,
    rules: fieldRules(replyForm),
    shiftRules: fieldRules(shiftForm),
    studio: { slug: ctx.studio.slug },
    shifts: page.shifts.map((one) => ({ id: one.id, says: shiftWords(one, ctx.studio.locale) })),
    going: page.relations
      .filter(({ toOn }) => toOn === null)
      .map(({ id, coach }) => ({
        id,
        coach,
        key: newId(),
        waits: page.shifts.some((one) => one.relationId === id && one.state === 'asked'),
      })),
    coaches: page.relations.map((one) => ({
      id: one.id,
      says: one.toOn
        ? `${one.coach}, ${day(one.fromOn)} to ${day(one.toOn)}`
        : `${one.coach} since ${day(one.fromOn)}, ${one.perWeek} visits a week agreed`,
    })),
    toDo: of('goal', 'habit'),
    measures: of('measurement'),
    notes: of('note'),
    checkIns: page.checkIns.map((one) => ({
      id: one.id,
      state: one.state,
      says: checkInWords[one.state],
      due: day(one.dueOn),
      questions: one.questions.split('\n').filter(Boolean),
      answers: one.answers,
      reply: one.reply,
    })),
  }
}

/** Answers a check-in, or ticks something off: 303 back here, 422 beside the answer. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requireMember(context)
  const posted = await readPosted(request)
  const back = paths.portalCoaching(ctx.studio)
  const entry = posted.get('entry')
  if (entry !== null) {
    const done = posted.get('done') === 'on'
    if (!(await tickEntry(ctx, String(entry), done))) throw notFound()
    return redirectWithFlash(app, back, done ? 'Ticked off.' : 'Open again.')
  }
  if (posted.get('act') === 'shift') {
    const asked = parsePosted(posted, shiftForm)
    if (asked.status !== 'success') return invalid(asked)
    const result = await askShift(ctx, asked.value)
    if (result === 'not_found') throw notFound()
    return result === 'ok'
      ? redirectWithFlash(app, back, 'Asked. Your coach answers here.')
      : refused(asked, {
          code: result,
          form: ['Your coach hasn’t answered your last request yet.'],
        })
  }
  const submission = parsePosted(posted, replyForm)
  if (submission.status !== 'success') return invalid(submission)
  const result = await answerCheckIn(ctx, submission.value)
  if (result === 'not_found') throw notFound()
  return result === 'ok'
    ? redirectWithFlash(app, back, 'Sent to your coach.')
    : refused(submission, { code: result, form: ['This check-in isn’t open any more.'] })
}

export default function MyCoaching() {
  const data = useLoaderData<typeof loader>()
  const { studio, rules, coaches, toDo, measures, notes, checkIns } = data
  const { going, shifts, shiftRules } = data
  const answer = useActionData() as PageFormAnswer | undefined
  const about = sentOf(answer)?.checkIn
  const asks = sentOf(answer)?.act === 'shift' ? sentOf(answer)?.relation : undefined
  return (
    <Main slim>
      <BackLink to={paths.portal(studio)}>Your account</BackLink>
      <h1>My coaching</h1>
      {coaches.length === 0 && (
        <p>Nobody coaches you one to one. Ask the studio if you’d like it.</p>
      )}
      <ul className="lines tight">
        {coaches.map((one) => (
          <li key={one.id}>{one.says}</li>
        ))}
      </ul>
      {going.length > 0 && shifts.length > 0 && (
        <ul className="lines tight">
          {shifts.map(({ id, says }) => (
            <li key={id}>{says}</li>
          ))}
        </ul>
      )}
      {going.map((relation) => (
        <AskShift
          key={relation.id}
          {...{ relation, rules: shiftRules }}
          answer={asks === relation.id ? answer : undefined}
        />
      ))}
      {checkIns.length > 0 && (
        <section className="stack" aria-labelledby="check-ins">
          <h2 id="check-ins">Check-ins</h2>
          {checkIns
            .filter(({ state }) => state !== 'due')
            .map((one) => (
              <CheckIn
                key={one.id}
                {...{ one, rules }}
                answer={about === one.id ? answer : undefined}
              />
            ))}
        </section>
      )}
      {toDo.length > 0 && (
        <section className="stack" aria-labelledby="goals">
          <h2 id="goals">Goals and habits</h2>
          <ul className="lines tight">
            {toDo.map((one) => (
              <li key={one.id}>
                <form method="post">
                  <input type="hidden" name="entry" value={one.id} />
                  {!one.done && <input type="hidden" name="done" value="on" />}
                  {one.done ? <s>{one.text}</s> : one.text}{' '}
                  <button type="submit" className="button small">
                    {one.done ? 'Undo' : 'Done'}
                  </button>
                </form>
              </li>
            ))}
          </ul>
        </section>
      )}
      {measures.length > 0 && (
        <section className="stack" aria-labelledby="measures">
          <h2 id="measures">Measurements</h2>
          <ul className="lines tight">
            {measures.map((one) => (
              <li key={one.id}>
                {one.on}: {one.text} {one.value}
              </li>
            ))}
          </ul>
        </section>
      )}
      {notes.length > 0 && (
        <section className="stack" aria-labelledby="notes">
          <h2 id="notes">Notes of your coach</h2>
          <ul className="lines tight">
            {notes.map((one) => (
              <li key={one.id}>
                {one.on}, {one.by}: {one.text}
              </li>
            ))}
          </ul>
        </section>
      )}
    </Main>
  )
}
