import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import * as z from 'zod'
import {
  addDatedHours,
  addWeeklyHours,
  removeHours,
} from '#app/domain/appointments/change-availability.server.ts'
import { availabilityPage } from '#app/domain/appointments/desk-pages.server.ts'
import { hoursForm } from '#app/domain/appointments/type-form.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { listParams } from '#app/http/list-params.server.ts'
import { paths } from '#app/paths.ts'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { type LiveForm, LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { dayLong, weekday, zoneName } from '#app/values/wording.ts'
import { addDays, localDate } from '#app/values/zone.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Hours of coaches', { matches })

const filters = z.object({ coach: z.string().max(40).catch('') })

/** A Monday, to name weekdays by. */
const aMonday = '2026-01-05'

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'schedule:read')
  const { slug, locale, timeZone } = ctx.studio
  const today = localDate(ctx.now, timeZone)
  const page = await availabilityPage(ctx, listParams(app, filters).coach, today)
  const named = (n: number) => weekday(addDays(aMonday, n - 1), locale)
  return {
    rules: fieldRules(hoursForm),
    studio: { slug },
    canWrite: may(viewer.role, 'schedule:write'),
    today,
    zone: zoneName(timeZone, locale, ctx.now),
    coaches: page.coaches,
    coach: page.coach,
    weekdays: [1, 2, 3, 4, 5, 6, 7].map((n) => ({ value: String(n), label: named(n) })),
    weekly: page.weekly.map(({ id, weekday, from, until }) => ({
      id,
      text: `${named(weekday)}, ${from} to ${until}`,
    })),
    dated: page.dated.map(({ id, date, kind, from, until }) => {
      const all = from === '00:00' && until === '24:00'
      return {
        id,
        text:
          `${dayLong(date, locale)}: ` +
          `${kind === 'away' ? 'away' : 'also'}${all ? ' all day' : ` ${from} to ${until}`}`,
      }
    }),
  }
}

/** Adds or removes hours: 303 back to the coach. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const submission = await parseForm(request, hoursForm)
  if (submission.status !== 'success') return invalid(submission)
  const { act, coachId, hoursId, weekday, date, kind, from, until } = submission.value
  const back = paths.manageAvailability(ctx.studio, { coach: coachId })
  if (act === 'remove') {
    await removeHours(ctx, coachId, hoursId)
    return redirectWithFlash(app, back, 'Removed. Appointments already booked stay.')
  }
  const known =
    act === 'weekly'
      ? await addWeeklyHours(ctx, { coachId, weekday, from, until })
      : await addDatedHours(ctx, { coachId, date, kind, from, until })
  if (!known) throw notFound()
  return redirectWithFlash(app, back, 'Added.')
}

export default function Availability() {
  const { rules, studio, canWrite, today, zone, coaches, coach, weekdays, weekly, dated } =
    useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const act = (answer?.result as { initialValue?: { act?: string } } | undefined)?.initialValue?.act
  const week = useLiveForm('weekly', ['weekday', 'from', 'until'], {
    answer: act === 'weekly' ? answer : undefined,
    values: { from: '09:00', until: '13:00' },
    rules,
  })
  const day = useLiveForm('dated', ['date', 'kind', 'from', 'until'], {
    answer: act === 'dated' ? answer : undefined,
    values: { date: today, from: '00:00', until: '24:00' },
    rules,
  })
  return (
    <>
      <BackLink to={paths.manageAppointments(studio)}>Appointments</BackLink>
      <PageHead
        title={coach ? `Hours of ${coach.name}` : 'Hours of coaches'}
        intro={
          `When appointments can be booked, ${zone}. ` +
          'Times when they teach or are already booked are left out automatically.'
        }
      />
      <div className="sections">
        <nav className="choices" aria-label="Coach">
          {coaches.map(({ id, name }) => (
            <Link
              key={id}
              className={id === coach?.id ? 'button primary' : 'button'}
              aria-current={id === coach?.id || undefined}
              to={paths.manageAvailability(studio, { coach: id })}
            >
              {name}
            </Link>
          ))}
        </nav>
        {coach && (
          <>
            <Hours
              {...{ canWrite }}
              title="Every week"
              act="weekly"
              coachId={coach.id}
              rows={weekly}
              none="No hours yet, so nothing can be booked."
              form={week}
              add="Add weekly hours"
            >
              <SelectField field={week.fields.weekday} label="Day" options={weekdays} />
              <TextField field={week.fields.from} label="From" type="time" />
              <TextField
                field={week.fields.until}
                label="Until"
                hint="24:00 is the end of the day"
              />
            </Hours>
            <Hours
              {...{ canWrite }}
              title="Single dates"
              act="dated"
              coachId={coach.id}
              rows={dated}
              none="No exceptions yet."
              form={day}
              add="Add a date"
            >
              <TextField field={day.fields.date} label="Date" type="date" />
              <SelectField
                field={day.fields.kind}
                label="That day"
                options={[
                  { value: 'away', label: 'Away' },
                  { value: 'extra', label: 'Extra hours' },
                ]}
              />
              <TextField field={day.fields.from} label="From" />
              <TextField field={day.fields.until} label="Until" />
            </Hours>
          </>
        )}
      </div>
    </>
  )
}

/** Hours as lines, each with its way out, and the form that adds some. */
function Hours<Name extends string>(props: {
  title: string
  act: 'weekly' | 'dated'
  coachId: string
  rows: readonly { id: string; text: string }[]
  none: string
  canWrite: boolean
  form: LiveForm<Name>
  add: string
  /** The form's fields. */
  children: ReactNode
}) {
  const { title, act, coachId, rows, none, canWrite, form, add, children } = props
  return (
    <section>
      <div className="section-head">
        <h2>{title}</h2>
      </div>
      {rows.length === 0 && <p className="muted">{none}</p>}
      <ul className="lines">
        {rows.map(({ id, text }) => (
          <li key={id}>
            <span>{text}</span>
            {canWrite && (
              <Form method="post">
                <input type="hidden" name="act" value="remove" />
                <input type="hidden" name="coachId" value={coachId} />
                <button type="submit" className="button small" name="hoursId" value={id}>
                  Remove<span className="vh"> {text}</span>
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {canWrite && (
        <LiveFormBody key={coachId} of={form} className="sheet-form two-columns">
          <input type="hidden" name="act" value={act} />
          <input type="hidden" name="coachId" value={coachId} />
          {children}
          <div className="form-end whole">
            <SendButton sending="Adding…">{add}</SendButton>
          </div>
        </LiveFormBody>
      )}
    </section>
  )
}
