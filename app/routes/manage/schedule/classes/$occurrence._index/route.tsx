import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { walkInForm } from '#app/domain/bookings/roster/desk-forms.ts'
import { deskReader } from '#app/domain/bookings/roster/desk-reader.ts'
import { rosterPage } from '#app/domain/bookings/roster/roster-page.server.ts'
import {
  clockWords,
  deskRules,
  rosterWords,
  whenWords,
} from '#app/domain/bookings/roster/roster-words.ts'
import { attendanceWindow, attendanceWords } from '#app/domain/places/attendance-window.ts'
import { startsSoon } from '#app/domain/reception/look-ahead.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { portraitsOf } from '#app/http/portraits.server.ts'
import { paths } from '#app/paths.ts'
import { Empty } from '#app/ui/list/empty.tsx'
import { Facts } from '#app/ui/list/figures.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { FillMarks } from '#app/ui/schedule/fill-marks.tsx'
import { RosterTable } from '#app/ui/schedule/roster-table.tsx'
import { clockTime, deadlineNear, money } from '#app/values/wording.ts'
import { RosterActions } from './roster-actions.tsx'
import { RosterFigures } from './roster-figures.tsx'
import { OutcomeList, WaitingList } from './roster-lists.tsx'
import { RosterNotices } from './roster-notices.tsx'
import { WalkIn } from './walk-in.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `${data.title}, ${data.when}` : 'Roster', { matches })

const seated = ['booked', 'checked_in', 'attended', 'no_show', 'studio_cancelled']

type Where = { roomName: string; coachName: string; insteadOf: string | null }

const whereWords = ({ roomName, coachName, insteadOf }: Where) =>
  `${roomName}, with ${coachName}${insteadOf ? ` instead of ${insteadOf}` : ''}`

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'roster:read')
  const q = (app.url.searchParams.get('q') ?? '').trim().slice(0, 80)
  const page = await rosterPage(
    ctx,
    params.occurrence ?? '',
    may(viewer.role, 'roster:write') ? q : '',
  )
  if (!page) throw notFound()
  const { occurrence } = page
  // Lists of every kind lead here: an event has guests and no roster.
  if (occurrence.tickets) throw redirect(paths.manageEvent(ctx.studio, occurrence.id))
  const { slug, timeZone, locale, currency } = ctx.studio
  const formats = deskReader(ctx, viewer, occurrence)
  const portrait = portraitsOf(app)
  const date = occurrence.localStart.slice(0, 10)
  const words = page.rows.map((row) => ({
    ...rosterWords(row, date, formats),
    photo: portrait(row.photo),
  }))
  const of = (...states: string[]) => words.filter(({ state }) => states.includes(state))
  const open = occurrence.state === 'scheduled' && ctx.now < occurrence.endsAt
  const draft = occurrence.state === 'draft'
  const window = attendanceWindow(occurrence, viewer.role, ctx.now)
  const ended = window.stage !== 'open' && ['scheduled', 'reconciled'].includes(occurrence.state)
  const free = occurrence.capacity - occurrence.booked
  const listCloses = deadlineNear(occurrence.waitlistClosesAt, timeZone, locale, date)
  const promotes = ctx.now <= occurrence.waitlistClosesAt
  return {
    studio: { slug },
    asks: fieldRules(walkInForm),
    id: occurrence.id,
    course: occurrence.course ?? null,
    draft: draft && !occurrence.course,
    title: occurrence.title,
    when: whenWords(occurrence, locale),
    where: whereWords(occurrence),
    cancelled:
      occurrence.state === 'cancelled' ? occurrence.cancelReason || 'No reason given' : null,
    ended: ended ? attendanceWords(window, ctx.studio) : null,
    counts: {
      inside: of('checked_in', 'attended').length,
      booked: occurrence.booked,
      capacity: occurrence.capacity,
      walkIns: occurrence.walkIns ?? 0,
      waiting: occurrence.waiting,
      offered: words.filter(({ offered }) => offered).length,
    },
    clock: clockWords(occurrence, ctx.now),
    roster: of(...seated),
    waiting: of('waitlisted').sort((a, b) => (a.position ?? 0) - (b.position ?? 0)),
    waits: promotes
      ? `Places are filled automatically until ${listCloses}`
      : `Automatic filling stopped at ${listCloses}`,
    late: of('late_cancelled'),
    absent: of('no_show'),
    rules: deskRules(occurrence, formats),
    level: occurrence.minimumLevel?.name ?? null,
    q,
    found:
      page.found?.map(({ pays, ...person }) => ({
        ...person,
        pays: pays && (pays.kind === 'lot' ? `${pays.name}, ${pays.left} left` : pays.name),
      })) ?? null,
    dropIn:
      occurrence.dropInMinor === null ? null : money(occurrence.dropInMinor, currency, locale),
    full:
      free <= 0 ? `Full: ${occurrence.booked} of ${occurrence.capacity} places are taken.` : null,
    soon: startsSoon(occurrence.startsAt, ctx.now),
    starts: clockTime(occurrence.localStart, locale),
    can: {
      brief: open && occurrence.booked > 0 && occurrence.kind !== 'appointment',
      checkIn:
        may(viewer.role, 'roster:write') &&
        occurrence.state === 'scheduled' &&
        window.stage === 'open' &&
        date <= formats.today,
      add: may(viewer.role, 'roster:write') && open,
      message: may(viewer.role, 'roster:write') && occurrence.booked + occurrence.waiting > 0,
      take: may(viewer.role, 'payments:take'),
      give: may(viewer.role, 'roster:write') && open && free > 0,
      edit: may(viewer.role, 'schedule:write') && (open || (draft && !occurrence.course)),
      substitute:
        may(viewer.role, 'subs:ask') &&
        occurrence.state === 'scheduled' &&
        ctx.now < occurrence.startsAt &&
        (may(viewer.role, 'subs:offer') || occurrence.coachId === viewer.personId),
      plan: may(viewer.role, 'training:write') && open,
      places: may(viewer.role, 'schedule:write') && open,
      cancel:
        may(viewer.role, 'schedule:write') &&
        !draft &&
        (occurrence.state === 'cancelled' || ctx.now < occurrence.startsAt),
    },
  }
}

export default function Roster() {
  const data = useLoaderData<typeof loader>()
  const { studio, id, counts, roster, waiting, late, absent, can, cancelled } = data
  const place = { studio, occurrenceId: id }
  return (
    <>
      <PageHead
        title={data.title}
        intro={`${data.when}. ${data.where}.`}
        actions={<RosterActions {...{ studio, id, can, cancelled }} course={data.course} />}
      />
      <RosterNotices studio={studio} {...{ draft: data.draft, cancelled, ended: data.ended }} />
      <RosterFigures {...counts} late={late.length} clock={data.clock} />
      <div className="split">
        <div className="sections">
          <section id="roster">
            <div className="section-head">
              <h2>Roster</h2>
              <FillMarks {...counts} />
            </div>
            {roster.length > 0 ? (
              <RosterTable {...place} rows={roster} canCheckIn={can.checkIn} />
            ) : (
              <Empty
                icon="members"
                title="Nobody is booked yet"
                text="Everyone who books appears here, with what pays and what to look out for."
              />
            )}
          </section>
          {waiting.length > 0 && (
            <WaitingList
              {...place}
              rows={waiting}
              says={data.waits}
              canGive={can.give}
              canGiveOffered={can.add}
            />
          )}
          {late.length > 0 && (
            <OutcomeList {...place} id="late" title="Cancelled late" rows={late} />
          )}
          {absent.length > 0 && (
            <OutcomeList {...place} id="absent" title="Did not come" rows={absent} />
          )}
          {can.add && (
            <WalkIn
              {...place}
              q={data.q}
              found={data.found}
              dropIn={data.dropIn}
              full={data.full}
              soon={data.soon}
              levelName={data.level}
              take={can.take}
              rules={data.asks}
            />
          )}
        </div>
        <aside className="aside not-print" aria-label="Rules">
          <section>
            <h2>Rules of this class</h2>
            <Facts rows={data.rules} />
          </section>
        </aside>
      </div>
    </>
  )
}
