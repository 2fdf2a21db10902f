import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { shownMark } from '#app/domain/calendar/shown-clashes.ts'
import { draftClashes } from '#app/domain/courses/change-course.server.ts'
import { courseDeskPage } from '#app/domain/courses/course-desk-page.server.ts'
import {
  courseTermsWords,
  decisionWords,
  moneyWords,
  personInCourseWords,
  sessionWords,
  settlementWords,
  stageOf,
} from '#app/domain/courses/course-desk-words.ts'
import { enrolByHandForm } from '#app/domain/courses/enrolments/enrol-form.ts'
import { mayAt } from '#app/domain/scope/may-at.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Facts, Figures } from '#app/ui/list/figures.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { CancelledNotice, CsvLink, DeskHead } from '#app/ui/schedule/desk-head.tsx'
import { localDateTime } from '#app/values/zone.ts'
import { PeopleInCourse, SessionsTable } from './course-tables.tsx'
import { EnrolByHand } from './enrol-by-hand.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.name ?? 'Course', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'schedule:read')
  const enrols = may(viewer.role, 'entitlements:write')
  const q = enrols ? (app.url.searchParams.get('q') ?? '').trim().slice(0, 80) : ''
  const page = await courseDeskPage(ctx, params.course ?? '', q)
  if (!page) throw notFound()
  const { course, tiers, sessions, people } = page
  const { slug, locale, currency, timeZone } = ctx.studio
  const formats = { locale, currency, timeZone }
  const wall = localDateTime(ctx.now, timeZone)
  const words = people.map((person) => ({
    ...personInCourseWords(person, enrols, formats),
    state: person.state,
  }))
  const of = (...states: string[]) => words.filter(({ state }) => states.includes(state))
  return {
    studio: { slug },
    rules: fieldRules(enrolByHandForm),
    id: course.id,
    kind: course.kind,
    name: course.name,
    stage: stageOf(course, wall),
    draft: course.state === 'draft',
    clashes:
      course.state === 'draft' && may(viewer.role, 'schedule:write')
        ? await draftClashes(ctx, course.id)
        : [],
    cancelled: course.state === 'cancelled' ? course.cancelReason || 'No reason given' : null,
    intro: `${course.coachName}, ${course.roomName}. ${course.description}`,
    counts: {
      enrolled: course.enrolled,
      capacity: course.capacity,
      waiting: course.waiting,
      kept: course.kept,
    },
    decision: decisionWords(course, ctx.now, wall, formats),
    sessions: sessions.map((session) => ({
      ...sessionWords(session, locale),
      over: session.endsAt <= ctx.now,
    })),
    enrolled: of('enrolled', 'completed', 'pending_payment'),
    waiting: of('waitlisted', 'offered', 'held'),
    gone: of('withdrawn', 'transferred', 'declined', 'left', 'lapsed', 'course_cancelled'),
    terms: courseTermsWords(course, tiers, ctx.now, formats),
    money: enrols ? moneyWords(course, page.money, formats) : null,
    settle: may(viewer.role, 'pay:write')
      ? settlementWords(course, page.money.netMinor, wall, formats)
      : null,
    q,
    found:
      page.found?.map(({ state, ...person }) => ({ ...person, there: state !== null })) ?? null,
    can: {
      write: may(viewer.role, 'schedule:write') && course.state !== 'cancelled',
      enrol:
        enrols && course.state === 'open' && sessions.some(({ startsAt }) => startsAt > ctx.now),
      export: mayAt(ctx.studio, viewer.role, 'people:export'),
    },
  }
}

/** Settles a workshop that has run with its guest teacher. */
function Settle({
  minor,
  text,
  coach,
  path,
}: {
  minor: number
  text: string
  coach: string
  path: string
}) {
  return (
    <Form method="post" action={path} className="stack">
      <p>{text}</p>
      <input type="hidden" name="act" value="settle" />
      <input type="hidden" name="shown" value={minor} />
      <label className="tick">
        <input type="radio" name="to" value="pay" defaultChecked />
        Add it to {coach}’s pay of this month
      </label>
      <label className="tick">
        <input type="radio" name="to" value="apart" />
        It is paid apart from pay
      </label>
      <button type="submit" className="button">
        Settle workshop
      </button>
    </Form>
  )
}

export default function Course() {
  const data = useLoaderData<typeof loader>()
  const { studio, id, kind, counts, decision, can, cancelled, money } = data
  const act = (name: 'edit' | 'cancellation' | 'decision') =>
    paths.manageCourseAct(studio, kind, id, name)
  return (
    <>
      <DeskHead
        back={{
          name: kind === 'course' ? 'Courses' : 'Workshops',
          path: paths.manageCourses(studio, kind),
        }}
        name={data.name}
        stage={data.stage}
        intro={data.intro}
        actions={
          <>
            {can.export && <CsvLink path={paths.manageCourseCsv(studio, kind, id)} />}
            {can.write && (
              <Link className="button" to={act('edit')}>
                Change
              </Link>
            )}
            {can.write && (
              <Link className="button" to={act('cancellation')}>
                Cancel {kind}
              </Link>
            )}
            {data.draft && can.write && (
              <Form method="post" action={act('decision')}>
                {data.clashes.length > 0 && (
                  <>
                    <ul className="clashes">
                      {data.clashes.map((text) => (
                        <li key={text}>{text}.</li>
                      ))}
                    </ul>
                    <label className="choice">
                      <input type="checkbox" name="anyway" value={shownMark(data.clashes)} />
                      <span>Even though a room or coach is taken</span>
                    </label>
                  </>
                )}
                <button type="submit" className="button primary" name="act" value="publish">
                  Publish
                </button>
              </Form>
            )}
            {can.enrol && (
              <a className="button primary" href="#enrol">
                <Icon name="plus" /> Enrol someone
              </a>
            )}
          </>
        }
      />
      {(cancelled !== null || decision) && (
        <div className="notices">
          {cancelled !== null && <CancelledNotice why={cancelled} />}
          {decision && (
            <div className={`notice ${decision.tone}`}>
              <Icon name={decision.tone === 'good' ? 'check' : 'warning'} />
              <p>{decision.text}</p>
              {decision.open && can.write && (
                <div className="do">
                  <Form method="post" action={act('decision')}>
                    <button type="submit" className="button small" name="act" value="go">
                      Confirm it goes ahead
                    </button>
                  </Form>
                  <Link className="button small" to={act('cancellation')}>
                    Cancel with full refunds
                  </Link>
                </div>
              )}
            </div>
          )}
        </div>
      )}
      <Figures
        rows={[
          { name: 'Enrolled', value: counts.enrolled, note: `of ${counts.capacity}` },
          { name: 'Waitlist', value: counts.waiting },
          ...(counts.kept > 0 ? [{ name: 'Held', value: counts.kept }] : []),
        ]}
      />
      <div className="split">
        <div className="sections">
          <SessionsTable
            studio={studio}
            kind={kind}
            courseId={id}
            sessions={data.sessions}
            canWrite={can.write}
          />
          <PeopleInCourse {...data} courseId={id} canAct={money !== null} />
          {can.enrol && (
            <EnrolByHand
              studio={studio}
              kind={kind}
              courseId={id}
              q={data.q}
              found={data.found}
              rules={data.rules}
            />
          )}
        </div>
        <aside className="aside" aria-label="Terms and money">
          {money && (
            <section>
              <h2>Money so far</h2>
              <Facts rows={money} />
              {data.settle && <Settle {...data.settle} path={act('decision')} />}
            </section>
          )}
          <section>
            <h2>Terms</h2>
            <Facts rows={data.terms} />
          </section>
        </aside>
      </div>
    </>
  )
}
