import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { batch } from '#app/db/batch.server.ts'
import { hoursOf, locationForm } from '#app/domain/facilities/facility-forms.ts'
import { locationStatement } from '#app/domain/facilities/facility-queries.server.ts'
import {
  dayName,
  hourDays,
  hourFieldsOf,
  parseHours,
} from '#app/domain/facilities/opening-hours.ts'
import { saveLocation } from '#app/domain/facilities/save-location.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, outdated, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { openedVersion, type PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { count } from '#app/values/wording.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.values.name || 'Add a location', { matches })

const hourNames = hourDays.flatMap(hourFieldsOf)

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'schedule:write')
  const id = params.location ?? ''
  const { found } = await batch(ctx.db, { found: locationStatement(ctx, id) })
  const [location] = found
  if (!location && id !== 'new') throw notFound()
  const hours = parseHours(location?.hours ?? '')
  return {
    rules: fieldRules(locationForm),
    studio: { slug: ctx.studio.slug },
    key: location?.id ?? newId(),
    version: location?.version ?? null,
    days: hourDays.map((day, i) => ({ day, name: dayName(i, ctx.studio.locale) })),
    values: {
      name: location?.name ?? '',
      address: location?.address ?? '',
      directions: location?.directions ?? '',
      ...Object.fromEntries(
        hourDays.flatMap((day, i) =>
          (['', '2'] as const).flatMap((of, n) => [
            [`${day}From${of}`, hours?.[i]?.[n]?.from ?? ''],
            [`${day}Until${of}`, hours?.[i]?.[n]?.until ?? ''],
          ]),
        ),
      ),
    } as Record<(typeof names)[number], string>,
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const submission = await parseForm(request, locationForm)
  if (submission.status !== 'success') return invalid(submission)
  const { key, version, name, address, directions } = submission.value
  const isNew = params.location === 'new'
  const location = { name, address, directions, hours: hoursOf(submission.value) }
  const id = isNew ? key : (params.location ?? '')
  const result = await saveLocation(ctx, id, location, isNew ? null : version)
  if (result.ok)
    return redirectWithFlash(app, paths.manageFacilities(ctx.studio), `${name} is saved.`)
  if (result.reason === 'not_found') throw notFound()
  if (result.reason === 'changed') return outdated(submission, 'this location')
  if (result.reason === 'plan_full')
    return refused(submission, {
      form: [
        `Your plan is for ${count(result.facts.most, 'location')}. Choose a bigger one first.`,
      ],
      code: result.reason,
    })
  const message = 'Another location has this name. Enter a different one.'
  return refused(submission, { fields: { name: [message] }, code: result.reason })
}

const names = ['name', 'address', 'directions', ...hourNames] as const

export default function LocationEditor() {
  const { rules, studio, key, version, days, values } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const live = useLiveForm('location', names, { answer, values, rules })
  const { fields } = live
  return (
    <>
      <BackLink to={paths.manageFacilities(studio)}>Facilities</BackLink>
      <PageHead
        title={version === null ? 'Add a location' : values.name}
        intro="People see this on the location’s page, and find it from classes and emails."
        actions={
          version !== null && (
            <Link className="button" to={paths.location(studio, key)} reloadDocument>
              See its page
            </Link>
          )
        }
      />
      <LiveFormBody of={live} className="sheet-form two-columns">
        <HiddenFields values={{ key, version: openedVersion(answer, version) }} />
        <TextField field={fields.name} label="Name" />
        <TextField field={fields.address} label="Address" autoComplete="street-address" />
        <div className="whole">
          <TextareaField
            field={fields.directions}
            label="How to get there"
            hint="For example the nearest stop, where to park and which door to use."
          />
        </div>
        <fieldset className="whole hours">
          <legend>Opening hours</legend>
          <p className="muted">
            Leave a day empty if you’re closed, and the second hours if you don’t close in between.
          </p>
          {days.map(({ day, name }) => (
            <div key={day} className="hours-day">
              <b>{name}</b>
              {hourFieldsOf(day).map((field, n) => (
                <TextField
                  key={field}
                  field={fields[field]}
                  type="time"
                  label={<HourLabel of={name}>{hourLabels[n] ?? ''}</HourLabel>}
                />
              ))}
            </div>
          ))}
        </fieldset>
        <div className="form-end whole">
          <SendButton sending="Saving…">Save location</SendButton>
        </div>
      </LiveFormBody>
    </>
  )
}

const hourLabels = ['Opens', 'Closes', 'Opens again', 'Closes again']

/** `Opens on Monday` for who hears it; the day is beside both for who sees it. */
const HourLabel = ({ of, children }: { of: string; children: string }) => (
  <>
    {children}
    <span className="vh"> on {of}</span>
  </>
)
