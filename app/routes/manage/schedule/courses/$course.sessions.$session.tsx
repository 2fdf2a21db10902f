import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { moveSession } from '#app/domain/courses/move-session.server.ts'
import { sessionForm } from '#app/domain/courses/session-forms.ts'
import { sessionPage } from '#app/domain/courses/session-page.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { tellSoon } from '#app/http/tell-people.server.ts'
import { paths } from '#app/paths.ts'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import { openedVersion, type PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { count, dayLongTime } from '#app/values/wording.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `${data.name}, ${data.when}` : 'Session', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'schedule:write')
  const page = await sessionPage(ctx, params.course ?? '', params.session ?? '')
  if (!page) throw notFound()
  const { session, coaches, rooms } = page
  const { slug, locale } = ctx.studio
  return {
    rules: fieldRules(sessionForm),
    studio: { slug },
    ...session,
    coaches,
    rooms,
    when: dayLongTime(session.localStart, locale),
    open: ['scheduled', 'draft'].includes(session.state) && session.endsAt > ctx.now,
  }
}

/**
 * Changes one session. A taken room or coach is asked about once; another time is told to everybody
 * enrolled.
 */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const submission = await parseForm(request, sessionForm)
  if (submission.status !== 'success') return invalid(submission)
  const [courseId, occurrenceId] = [params.course ?? '', params.session ?? '']
  const { date, time, roomId, coachId, topic, anyway, version } = submission.value
  const page = await sessionPage(ctx, courseId, occurrenceId)
  if (!page) throw notFound()
  const { session } = page
  const localStart = `${date}T${time}`
  const result = await moveSession(ctx, courseId, occurrenceId, {
    localStart,
    roomId,
    coachId,
    topic,
    sequence: version,
    anyway: anyway !== undefined,
  })
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    if (result.reason === 'taken')
      return refused(submission, { fields: { roomId: result.clashes }, code: 'taken' })
    const message = {
      over: 'This session is over or does not take place.',
      over_room: 'The room holds fewer people than the course has places.',
      closed_then: 'You are closed that day. Choose another, or lift the closure.',
      changed_meanwhile: 'Somebody changed this session meanwhile. Open it again, then change it.',
    }[result.reason]
    return refused(submission, { form: [message], code: result.reason })
  }
  tellSoon(app, ctx)
  const notified = result.moved
    ? ` ${count(result.notified, 'person is', 'people are')} told and may withdraw free.`
    : ''
  return redirectWithFlash(
    app,
    paths.manageCourse(ctx.studio, session.kind, courseId),
    `Changed.${notified}`,
  )
}

export default function Session() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const { studio, kind, courseId } = data
  const live = useLiveForm('session', ['date', 'time', 'roomId', 'coachId', 'topic'], {
    answer,
    values: {
      date: data.localStart.slice(0, 10),
      time: data.localStart.slice(11),
      roomId: data.roomId,
      coachId: data.coachId,
      topic: data.topic,
    },
    rules: data.rules,
  })
  const options = (choices: readonly { id: string; name: string }[]) =>
    choices.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <Link className="back" to={paths.manageCourse(studio, kind, courseId)}>
        <Icon name="back" /> {data.name}
      </Link>
      <PageHead
        title={data.when}
        intro={
          `A session of ${data.name}, with ${count(data.enrolled, 'person', 'people')} ` +
          'enrolled.'
        }
      />
      {data.open ? (
        <LiveFormBody of={live} className="sheet-form">
          <input type="hidden" name="version" value={openedVersion(answer, data.sequence) ?? ''} />
          <TextField field={live.fields.topic} label="Topic" />
          <TextField field={live.fields.date} label="Date" type="date" />
          <TextField field={live.fields.time} label="Starts at" type="time" />
          <SelectField field={live.fields.roomId} label="Room" options={options(data.rooms)} />
          <SelectField field={live.fields.coachId} label="Coach" options={options(data.coaches)} />
          {answer?.refusal === 'taken' && (
            <label className="choice">
              <input type="checkbox" name="anyway" />
              <span>Do it although the room or the coach is taken</span>
            </label>
          )}
          <p className="muted">
            Another day or time is told to everybody enrolled, and each may withdraw free for all
            that is to come.
          </p>
          <div className="form-end">
            <SendButton sending="Changing">Change the session</SendButton>
            <Link className="button" to={paths.manageClassAct(studio, data.id, 'cancellation')}>
              Cancel this session
            </Link>
            <Link className="button quiet" to={paths.manageCourse(studio, kind, courseId)}>
              Leave as it is
            </Link>
          </div>
        </LiveFormBody>
      ) : (
        <p>This session is over or does not take place.</p>
      )}
    </>
  )
}
