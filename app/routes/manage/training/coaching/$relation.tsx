import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import { checkInWords, complianceDefinition } from '#app/domain/coaching/check-in.ts'
import {
  addCheckIn,
  addEntry,
  endCoaching,
  reviewCheckIn,
} from '#app/domain/coaching/coaching.server.ts'
import { checkInForm, entryForm, replyForm } from '#app/domain/coaching/coaching-form.ts'
import { entryWords } from '#app/domain/coaching/entry-words.ts'
import { answerShift, clientWithShifts } from '#app/domain/coaching/shift-program.server.ts'
import { shiftWords } from '#app/domain/coaching/shift-words.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parsePosted, readPosted } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import { type PageFormAnswer, sentOf } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { SmallForm } from '#app/ui/form/small-form.tsx'
import { DateField, TextField } from '#app/ui/form/text-field.tsx'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { dayMonthYear } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'
import { ShiftRequests } from './coaching-parts/shift-requests.tsx'
import { WrittenEntries } from './coaching-parts/written-entries.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Coaching ${data.client.name}` : 'Coaching', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'coaching:use')
  const page = await clientWithShifts(ctx, params.relation ?? '')
  if (!page) throw notFound()
  const { relation, entries, checkIns } = page
  const { locale, slug, timeZone } = ctx.studio
  const day = (on: string) => dayMonthYear(on, locale)
  return {
    rules: {
      entry: fieldRules(entryForm),
      checkIn: fieldRules(checkInForm),
      reply: fieldRules(replyForm),
    },
    studio: { slug },
    id: relation.id,
    client: { id: relation.personId, name: relation.name },
    intro: `Coached by ${relation.coach} since ${day(relation.fromOn)}. ${
      relation.compliance === null
        ? 'The first week.'
        : `${relation.compliance}% of the agreed visits: ${relation.visits} in 4 weeks.`
    }`,
    entries: entries.map((one) => ({
      id: one.id,
      kind: entryWords[one.kind],
      text: one.text,
      value: one.value,
      by: one.byName,
      on: day(one.onDate),
      done: one.doneAt !== null,
    })),
    shifts: page.shifts.map((one) => ({
      id: one.id,
      reason: one.reason,
      waits: one.state === 'asked',
      says: shiftWords(one, locale),
    })),
    checkIns: checkIns.map((one) => ({
      id: one.id,
      questions: one.questions,
      answers: one.answers,
      reply: one.reply,
      due: day(one.dueOn),
      says: checkInWords[one.state],
      state: one.state,
    })),
    values: {
      entry: { key: newId(), kind: 'goal', text: '', value: '' },
      checkIn: {
        key: newId(),
        dueOn: localDate(ctx.now, timeZone),
        questions: 'How did the week go?\nHow do you sleep?\nWhat hurts?',
      },
    },
  }
}

/** Writes something down, plans or answers a check-in, ends the coaching: 303, or 422 with why not. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'coaching:use')
  const id = params.relation ?? ''
  const posted = await readPosted(request)
  const [back, all] = [paths.manageClient(ctx.studio, id), paths.manageCoaching(ctx.studio)]
  const done = (ok: boolean, words: string, to = back) => {
    if (!ok) throw notFound()
    return redirectWithFlash(app, to, words)
  }
  switch (posted.get('act')) {
    case 'end':
      return done(await endCoaching(ctx, id), 'Ended. The client keeps everything.', all)
    case 'shift':
    case 'no_shift': {
      const yes = posted.get('act') === 'shift'
      const answer = { shift: String(posted.get('shift') ?? ''), yes }
      return done(
        await answerShift(ctx, id, answer),
        yes ? 'Approved. Their programs are moved.' : 'Declined.',
      )
    }
    case 'check_in': {
      const submission = parsePosted(posted, checkInForm)
      if (submission.status !== 'success') return invalid(submission)
      return done(await addCheckIn(ctx, id, submission.value), 'Check-in planned.')
    }
    case 'reply': {
      const submission = parsePosted(posted, replyForm)
      if (submission.status !== 'success') return invalid(submission)
      return done(await reviewCheckIn(ctx, id, submission.value), 'Answered.')
    }
    default: {
      const submission = parsePosted(posted, entryForm)
      if (submission.status !== 'success') return invalid(submission)
      return done(await addEntry(ctx, id, submission.value), 'Added.')
    }
  }
}

export default function Client() {
  const data = useLoaderData<typeof loader>()
  const { studio, client, entries, checkIns, rules, values } = data
  const answer = useActionData() as PageFormAnswer | undefined
  // Several forms on one page: an answer belongs to the one that was sent.
  const sent = sentOf(answer)
  const answerTo = (act: string) => (sent?.act === act ? answer : undefined)
  const entry = useLiveForm('entry', ['key', 'kind', 'text', 'value'], {
    answer: answerTo('entry'),
    values: values.entry,
    rules: rules.entry,
  })
  const checkIn = useLiveForm('check-in', ['key', 'questions', 'dueOn'], {
    answer: answerTo('check_in'),
    values: values.checkIn,
    rules: rules.checkIn,
  })
  return (
    <>
      <BackLink to={paths.manageCoaching(studio)}>Coaching</BackLink>
      <PageHead
        title={client.name}
        intro={`${data.intro} ${complianceDefinition}`}
        actions={
          <>
            <Form method="post">
              <button type="submit" className="button quiet" name="act" value="end">
                End coaching
              </button>
            </Form>
            <Link className="button primary" to={paths.manageClientSession(studio, data.id)}>
              Log a workout
            </Link>
            <Link className="button" to={paths.managePerson(studio, client.id)}>
              Profile
            </Link>
          </>
        }
      />
      <ShiftRequests shifts={data.shifts} />
      <section aria-labelledby="check-ins">
        <h2 id="check-ins">Check-ins</h2>
        {checkIns.length === 0 && <p className="muted">None yet.</p>}
        <ul className="lines">
          {checkIns.map((one) => (
            <li key={one.id}>
              <p>
                <strong>{one.due}</strong>{' '}
                <Label text={one.says} tone={one.state === 'answered' ? 'warn' : 'line'} />
              </p>
              <p className="muted">{one.questions.split('\n').join(' ')}</p>
              {one.answers && <p>{one.answers}</p>}
              {one.reply && <p>You: {one.reply}</p>}
              {one.state === 'answered' && (
                <SmallForm
                  id={`reply-${one.id}`}
                  names={['text']}
                  rules={rules.reply}
                  answer={sent?.checkIn === one.id ? answer : undefined}
                >
                  {({ text }) => (
                    <>
                      <HiddenFields values={{ checkIn: one.id, act: 'reply' }} />
                      <TextareaField
                        field={text}
                        label={`Your answer to ${client.name}`}
                        rows={2}
                      />
                      <SendButton tone="small" sending="Sending…">
                        Send answer
                      </SendButton>
                    </>
                  )}
                </SmallForm>
              )}
            </li>
          ))}
        </ul>
        <h3>Plan a check-in</h3>
        <LiveFormBody of={checkIn} className="sheet-form">
          <HiddenFields
            values={{ key: String(checkIn.fields.key.initialValue ?? ''), act: 'check_in' }}
          />
          <TextareaField field={checkIn.fields.questions} label="Questions, one a line" rows={3} />
          <DateField field={checkIn.fields.dueOn} label="On" />
          <SendButton sending="Saving…">Plan check-in</SendButton>
        </LiveFormBody>
      </section>
      <section aria-labelledby="written">
        <h2 id="written">Goals, habits, measurements, notes</h2>
        {entries.length === 0 && <p className="muted">Nothing is written yet.</p>}
        <WrittenEntries entries={entries} />
        <LiveFormBody of={entry} className="sheet-form">
          <HiddenFields
            values={{ key: String(entry.fields.key.initialValue ?? ''), act: 'entry' }}
          />
          <SelectField
            field={entry.fields.kind}
            label="What it is"
            options={Object.entries(entryWords).map(([value, label]) => ({ value, label }))}
          />
          <TextField field={entry.fields.text} label="Words" autoComplete="off" />
          <TextField
            field={entry.fields.value}
            label="Value, for a measurement (optional)"
            hint="“82 cm”, “61.5 kg”"
            autoComplete="off"
          />
          <SendButton sending="Saving…">Add</SendButton>
        </LiveFormBody>
      </section>
    </>
  )
}
