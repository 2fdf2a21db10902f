import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { shiftRoles } from '#app/db/studio/day/staffing-words.ts'
import { shiftPage } from '#app/domain/staffing/rota/rota-queries.server.ts'
import { inTheWayOf, shiftRoleWords } from '#app/domain/staffing/rota/rota-words.ts'
import { removeShift, saveShift } from '#app/domain/staffing/rota/save-shift.server.ts'
import { noEnd, shiftForm } from '#app/domain/staffing/rota/shift-form.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, outdated, parsePosted, readPosted, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { firstOfWeek, localDateTime } from '#app/values/zone.ts'
import { weekAsked } from './rota-parts/week-asked.server.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.id ? 'Change a shift' : 'Add a shift', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'staff:write')
  const { timeZone } = ctx.studio
  const id = params.shift === 'new' ? null : (params.shift ?? '')
  const { row, people, locations } = await shiftPage(ctx, id ?? '')
  if (id && !row) throw notFound()
  const [from, until] = row
    ? [localDateTime(row.startsAt, timeZone), localDateTime(row.endsAt, timeZone)]
    : [`${weekAsked(ctx, app.url)}T09:00`, 'T17:00']
  const named = (list: readonly { id: string; name: string }[]) =>
    list.map((one) => ({ value: one.id, label: one.name }))
  return {
    rules: fieldRules(shiftForm),
    studio: { slug: ctx.studio.slug },
    id,
    key: newId(),
    version: String(row?.version ?? 0),
    week: firstOfWeek(from.slice(0, 10), ctx.studio),
    people: named(people),
    locations: named(locations),
    roles: shiftRoles.map((role) => ({ value: role, label: shiftRoleWords[role] })),
    removed: row?.removed === 1,
    warning: row?.personName ? inTheWayOf(row).map((why) => `${row.personName} ${why}.`) : [],
    values: {
      title: row?.title ?? '',
      role: row?.role ?? 'any',
      personId: row?.personId ?? '',
      locationId: row?.locationId ?? '',
      date: from.slice(0, 10),
      from: from.slice(11, 16),
      until: until.slice(-5),
    },
  }
}

const refusals = {
  no_such_person: { personId: ['Choose from the list'] },
  no_such_location: { locationId: ['Choose from the list'] },
  no_end: { until: [noEnd] },
  other_week: {
    date: ['A published shift stays in its week. Remove it, and add it in the other.'],
  },
}

/** Saves a shift, or takes it off: 303 to its week, 422 beside the field. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'staff:write')
  const id = params.shift === 'new' ? null : (params.shift ?? '')
  const posted = await readPosted(request)
  if (id && posted.get('act') === 'remove') {
    const { row } = await shiftPage(ctx, id)
    if (!row) throw notFound()
    await removeShift(ctx, id)
    const day = localDateTime(row.startsAt, ctx.studio.timeZone).slice(0, 10)
    return redirectWithFlash(app, paths.manageRota(ctx.studio, { week: day }), 'Removed.')
  }
  const submission = parsePosted(posted, shiftForm)
  if (submission.status !== 'success') return invalid(submission)
  const result = await saveShift(ctx, id, submission.value)
  if (result.ok) {
    const back = paths.manageRota(ctx.studio, { week: submission.value.date })
    return redirectWithFlash(app, back, 'Saved. Publish the week to tell people.')
  }
  const { reason } = result
  if (reason === 'not_found') throw notFound()
  if (reason === 'changed') return outdated(submission, 'this shift')
  return refused(submission, { code: reason, fields: refusals[reason] })
}

export default function Shift() {
  const data = useLoaderData<typeof loader>()
  const { rules, studio, id, key, version, week, people, locations, roles, values } = data
  const form = useLiveForm(
    'shift',
    ['title', 'role', 'personId', 'locationId', 'date', 'from', 'until'],
    { answer: useActionData() as PageFormAnswer | undefined, values, rules },
  )
  const { fields } = form
  const back = paths.manageRota(studio, { week })
  return (
    <>
      <BackLink to={back}>Rota</BackLink>
      <PageHead
        title={id ? 'Change a shift' : 'Add a shift'}
        intro="Publish the week to tell people."
        actions={
          id &&
          !data.removed && (
            <Form method="post">
              <button type="submit" className="button" name="act" value="remove">
                Remove shift
              </button>
            </Form>
          )
        }
      />
      {data.removed && <p className="notice warn">Removed. Saving restores it.</p>}
      {data.warning.map((sentence) => (
        <p key={sentence} className="notice warn">
          {sentence}
        </p>
      ))}
      <LiveFormBody of={form} className="sheet-form two-columns">
        <HiddenFields values={{ key, version }} />
        <TextField field={fields.title} label="What it is" hint="Front desk, cleaning …" />
        <TextField field={fields.date} label="Date" type="date" />
        <TextField field={fields.from} label="From" type="time" />
        <TextField
          field={fields.until}
          label="Until"
          hint="An earlier time is on the next day."
          type="time"
        />
        <SelectField field={fields.personId} label="Who" options={people} empty="Open" />
        <SelectField field={fields.role} label="Who may take it while it is open" options={roles} />
        {locations.length > 1 && (
          <SelectField
            field={fields.locationId}
            label="Where"
            options={locations}
            empty="Anywhere"
          />
        )}
        <div className="whole">
          <FormEnd sending="Saving…" cancel={back}>
            Save
          </FormEnd>
        </div>
      </LiveFormBody>
    </>
  )
}
