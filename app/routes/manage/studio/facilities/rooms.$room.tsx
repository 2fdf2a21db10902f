import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { roomForm } from '#app/domain/facilities/facility-forms.ts'
import { facilityFormPage } from '#app/domain/facilities/facility-queries.server.ts'
import { saveRoom } from '#app/domain/facilities/save-room.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, outdated, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import { openedVersion, type PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.values.name || 'Add a room', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'schedule:write')
  const { rooms, locations } = await facilityFormPage(ctx)
  const room = rooms.find(({ id }) => id === params.room)
  if (!room && params.room !== 'new') throw notFound()
  return {
    rules: fieldRules(roomForm),
    studio: { slug: ctx.studio.slug },
    locations: locations.map(({ id, name }) => ({ value: id, label: name })),
    key: room?.id ?? newId(),
    version: room?.version ?? null,
    values: {
      name: room?.name ?? '',
      capacity: String(room?.capacity ?? ''),
      spots: room?.spots ?? '',
      spotColumns: room?.spotColumns ? String(room.spotColumns) : '',
      turnRoundMinutes: room?.turnRoundMinutes ? String(room.turnRoundMinutes) : '',
      clashes: room?.neverTwice === 1 ? 'refuse' : 'ask',
      locationId: room?.locationId ?? locations[0]?.id ?? '',
    },
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const submission = await parseForm(request, roomForm)
  if (submission.status !== 'success') return invalid(submission)
  const { key, version, ...room } = submission.value
  const isNew = params.room === 'new'
  const result = await saveRoom(ctx, isNew ? key : (params.room ?? ''), room, {
    version: isNew ? null : version,
    newLocationId: newId(),
  })
  if (result.ok)
    return redirectWithFlash(app, paths.manageFacilities(ctx.studio), `${room.name} is saved.`)
  if (result.reason === 'not_found') throw notFound()
  if (result.reason === 'changed') return outdated(submission, 'this room')
  const message =
    `A future class there has ${result.most} places. ` +
    `Lower that class first, or enter at least ${result.most}.`
  return refused(submission, { fields: { capacity: [message] }, code: result.reason })
}

export default function Room() {
  const { rules, studio, locations, key, version, values } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const live = useLiveForm(
    'room',
    [
      'name',
      'capacity',
      'spots',
      'spotColumns',
      'turnRoundMinutes',
      'clashes',
      'locationId',
      'location',
    ],
    {
      answer,
      values,
      rules,
    },
  )
  const { fields } = live
  return (
    <>
      <BackLink to={paths.manageFacilities(studio)}>Facilities</BackLink>
      <PageHead
        title={version === null ? 'Add a room' : values.name}
        intro="Where classes and appointments take place."
      />
      <LiveFormBody of={live} className="sheet-form two-columns">
        <HiddenFields values={{ key, version: openedVersion(answer, version) }} />
        <TextField field={fields.name} label="Name" />
        <TextField field={fields.capacity} label="Capacity" />
        <SelectField field={fields.locationId} label="Location" options={locations} />
        <TextField field={fields.location} label="Or add a location" />
        <div className="whole">
          <TextField
            field={fields.spots}
            label="Numbered places"
            hint="Labels separated by commas, like 1,2,3. Leave empty if there are none."
          />
        </div>
        <TextField
          field={fields.spotColumns}
          label="Places per row"
          hint="For the map members choose from, counted from the front. Leave empty for one row."
        />
        <TextField
          field={fields.turnRoundMinutes}
          label="Turn-round"
          hint="Minutes to clear up and air it between two classes. Leave empty for none."
        />
        <SelectField
          field={fields.clashes}
          label="If something clashes there"
          options={[
            { value: 'ask', label: 'Ask whether to go on' },
            { value: 'refuse', label: 'Refuse it' },
          ]}
        />
        <div className="form-end whole">
          <SendButton sending="Saving…">Save room</SendButton>
        </div>
      </LiveFormBody>
    </>
  )
}
