import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { shownMark } from '#app/domain/calendar/shown-clashes.ts'
import { blockSpan, removeBlock } from '#app/domain/facilities/block-span.server.ts'
import { blockForm } from '#app/domain/facilities/facility-forms.ts'
import { facilitiesPage } from '#app/domain/facilities/facility-queries.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import { errorsOf, type PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
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
 * Blocks a span, or removes a block. What is in the way is told once, then left where it is.
 */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const back = paths.manageFacilities(ctx.studio)
  const removed = app.url.searchParams.get('remove')
  if (removed !== null) {
    await removeBlock(ctx, removed)
    return redirectWithFlash(app, back, 'Block removed.')
  }
  const submission = await parseForm(request, blockForm)
  if (submission.status !== 'success') return invalid(submission)
  const { what, fromDate, fromTime, untilDate, untilTime, reason, anyway } = submission.value
  const [kind, id] = what.split(':') as ['room' | 'coach', string]
  const { timeZone } = ctx.studio
  const result = await blockSpan(
    ctx,
    {
      roomId: kind === 'room' ? id : null,
      coachId: kind === 'coach' ? id : null,
      startsAt: instantOf(`${fromDate}T${fromTime}`, timeZone),
      endsAt: instantOf(`${untilDate}T${untilTime}`, timeZone),
      reason,
    },
    { anyway },
  )
  if (result.ok) return redirectWithFlash(app, back, 'Blocked. Nothing new can be booked there.')
  if (result.reason === 'not_found') throw notFound()
  return refused(submission, {
    form: ['These are in that time and stay where they are:', ...result.inTheWay],
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
      <BackLink to={paths.manageFacilities(studio)}>Facilities</BackLink>
      <PageHead
        title="Block a room or a coach"
        intro="Nothing new can be booked there. What’s already booked stays, and you see it first."
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
            <input type="checkbox" name="anyway" value={shownMark(errorsOf(answer, ''))} />{' '}
            <span>Block even though these are there</span>
          </label>
        )}
        <div className="form-end whole">
          <SendButton sending="Blocking…">Block</SendButton>
        </div>
      </LiveFormBody>
    </>
  )
}
