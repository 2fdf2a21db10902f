import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { shownMark } from '#app/domain/calendar/shown-clashes.ts'
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
import { BackLink } from '#app/ui/layout/back-link.tsx'
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
 * Changes one session. A taken room or coach is asked about once; another time is told to everyone
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
    anyway,
  })
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    if (result.reason === 'taken')
      return refused(submission, { fields: { roomId: result.clashes }, code: 'taken' })
    const message = {
      over: 'This session is over or cancelled.',
      begun:
        'This session has started, so it keeps its day and time. You can still change its ' +
        'topic, room and coach.',
      in_the_past: 'Enter a time that is still to come.',
      over_room: 'The course has more places than this room holds.',
      closed_then: 'You’re closed that day. Choose another day, or reopen first.',
      changed_meanwhile: 'Someone has changed this session. Open it again, then make your change.',
    }[result.reason]
    return refused(submission, { form: [message], code: result.reason })
  }
  tellSoon(app, ctx)
  const notified = result.moved
    ? ` ${count(result.notified, 'person is', 'people are')} notified and can withdraw with a ` +
      'full refund.'
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
      <BackLink to={paths.manageCourse(studio, kind, courseId)}>{data.name}</BackLink>
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
              <input
                type="checkbox"
                name="anyway"
                value={shownMark(live.fields.roomId.errors ?? [])}
              />
              <span>Do it even though the room or coach is taken</span>
            </label>
          )}
          <p className="muted">
            If you change the day or time, we tell everyone enrolled, who can withdraw with a full
            refund for the remaining sessions, and everyone with a single place.
          </p>
          <div className="form-end">
            <SendButton sending="Changing…">Change session</SendButton>
            <Link className="button" to={paths.manageClassAct(studio, data.id, 'cancellation')}>
              Cancel session
            </Link>
            <Link className="button quiet" to={paths.manageCourse(studio, kind, courseId)}>
              Cancel
            </Link>
          </div>
        </LiveFormBody>
      ) : (
        <p>This session is over or cancelled.</p>
      )}
    </>
  )
}
