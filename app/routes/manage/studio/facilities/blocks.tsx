import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { blockSpan, removeBlock } from '#app/domain/facilities/block-span.server.ts'
import { blockForm } from '#app/domain/facilities/facility-forms.ts'
import { facilitiesPage } from '#app/domain/facilities/facility-queries.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { count, dayTime } from '#app/values/wording.ts'
import { instantOf, localDate } from '#app/values/zone.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Block a room or a coach', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'schedule:write')
  const { rooms, coaches } = await facilitiesPage(ctx)
  return {
    rules: fieldRules(blockForm),
    studio: { slug: ctx.studio.slug },
    today: localDate(ctx.now, ctx.studio.timeZone),
    options: [
      ...rooms.map(({ id, name }) => ({ value: `room:${id}`, label: name })),
      ...coaches.map(({ id, name }) => ({ value: `coach:${id}`, label: name })),
    ],
  }
}

/**
 * Blocks a span, or removes a block. What stands in the way is told once, then left where it is.
 */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const back = paths.manageFacilities(ctx.studio)
  const removed = app.url.searchParams.get('remove')
  if (removed !== null) {
    await removeBlock(ctx, removed)
    return redirectWithFlash(app, back, 'The block is removed.')
  }
  const submission = await parseForm(request, blockForm)
  if (submission.status !== 'success') return invalid(submission)
  const { what, fromDate, fromTime, untilDate, untilTime, reason, anyway } = submission.value
  const [kind, id] = what.split(':') as ['room' | 'coach', string]
  const { timeZone, locale } = ctx.studio
  const result = await blockSpan(
    ctx,
    {
      roomId: kind === 'room' ? id : null,
      coachId: kind === 'coach' ? id : null,
      startsAt: instantOf(`${fromDate}T${fromTime}`, timeZone),
      endsAt: instantOf(`${untilDate}T${untilTime}`, timeZone),
      reason,
    },
    { anyway: anyway === 'on' },
  )
  if (result.ok) return redirectWithFlash(app, back, 'Blocked. Nothing new is put there.')
  if (result.reason === 'not_found') throw notFound()
  const inTheWay = result.rows.map(
    ({ title, localStart, booked }) =>
      `${title}, ${localStart.slice(0, 10)}, ${dayTime(localStart, locale)}: ` +
      `${count(booked, 'person', 'people')} booked`,
  )
  return refused(submission, {
    form: ['These stand in the span and stay where they are:', ...inTheWay],
    code: 'in_the_way',
  })
}

export default function Blocks() {
  const { rules, studio, today, options } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const live = useLiveForm(
    'block',
    ['what', 'fromDate', 'fromTime', 'untilDate', 'untilTime', 'reason'],
    {
      answer,
      values: { fromDate: today, fromTime: '09:00', untilDate: today, untilTime: '18:00' },
      rules,
    },
  )
  const { fields } = live
  return (
    <>
      <Link className="back" to={paths.manageFacilities(studio)}>
        <Icon name="back" /> Facilities
      </Link>
      <PageHead
        title="Block a room or a coach"
        intro="Nothing new is put there in this time; what stands is told and stays."
      />
      <LiveFormBody of={live} className="sheet-form two-columns">
        <SelectField field={fields.what} label="What is out" options={options} empty="Choose" />
        <TextField field={fields.reason} label="Why" />
        <TextField field={fields.fromDate} label="From" type="date" />
        <TextField field={fields.fromTime} label="At" type="time" />
        <TextField field={fields.untilDate} label="Until" type="date" />
        <TextField field={fields.untilTime} label="At" type="time" />
        {answer?.refusal === 'in_the_way' && (
          <label className="choice whole">
            <input type="checkbox" name="anyway" /> <span>Block it although these stand there</span>
          </label>
        )}
        <div className="form-end whole">
          <SendButton sending="Blocking">Block it</SendButton>
        </div>
      </LiveFormBody>
    </>
  )
}
