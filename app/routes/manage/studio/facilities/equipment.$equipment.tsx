import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { equipmentForm } from '#app/domain/facilities/facility-forms.ts'
import { facilityFormPage } from '#app/domain/facilities/facility-queries.server.ts'
import { dueOn } from '#app/domain/facilities/inspection.ts'
import { saveEquipment } from '#app/domain/facilities/save-equipment.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { TickFields } from '#app/ui/appointments/tick-fields.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import { isStale, openedVersion, type PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { count, dayShort, dayTime } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.values.name || 'New equipment', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'schedule:write')
  const { rooms, types, equipment } = await facilityFormPage(ctx)
  const one = equipment.find(({ id }) => id === params.equipment)
  if (!one && params.equipment !== 'new') throw notFound()
  return {
    rules: fieldRules(equipmentForm),
    studio: { slug: ctx.studio.slug },
    rooms: rooms.map(({ id, name }) => ({ value: id, label: name })),
    types,
    key: one?.id ?? newId(),
    version: one?.version ?? null,
    needs: one?.needs?.split(',') ?? [],
    values: {
      name: one?.name ?? '',
      roomId: one?.roomId ?? '',
      quantity: String(one?.quantity ?? ''),
      outOfService: String(one?.outOfService ?? 0),
      defect: one?.defect ?? '',
      inspectDays: String(one?.inspectDays ?? ''),
      inspectedOn: one?.inspectedOn ?? '',
    },
  }
}

/** Saves; classes that would have fewer places are listed first. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const submission = await parseForm(request, equipmentForm)
  if (submission.status !== 'success') return invalid(submission)
  const { key, version, anyway, roomId, ...draft } = submission.value
  const isNew = params.equipment === 'new'
  const today = localDate(ctx.now, ctx.studio.timeZone)
  const result = await saveEquipment(
    ctx,
    isNew ? key : (params.equipment ?? ''),
    { ...draft, roomId: roomId || null, dueOn: dueOn(draft.inspectDays, draft.inspectedOn, today) },
    { version: isNew ? null : (version ?? 0), anyway: anyway === 'on' },
  )
  const { locale } = ctx.studio
  if (result.ok) {
    const lowered =
      result.lowered.length > 0
        ? ` ${count(result.lowered.length, 'class', 'classes')} lowered.`
        : ''
    return redirectWithFlash(
      app,
      paths.manageFacilities(ctx.studio),
      `${draft.name} saved.${lowered}`,
    )
  }
  if (result.reason === 'not_found') throw notFound()
  if (result.reason === 'name_taken') {
    return refused(submission, {
      fields: { name: ['There is equipment of that name'] },
      code: result.reason,
    })
  }
  if (result.reason === 'changed') {
    return refused(submission, {
      form: ['Somebody else has changed it. Open it again and make your change there.'],
      code: 'changed',
    })
  }
  const inService = draft.quantity - draft.outOfService
  const lowered = result.lowered.map(({ title, localStart, capacity, booked }) => {
    const short =
      booked > inService
        ? `, ${booked} are booked: ${booked - inService} more than there is, nobody is dropped`
        : ''
    return (
      `${title}, ${dayShort(localStart.slice(0, 10), locale)} ${dayTime(localStart, locale)}: ` +
      `${capacity} places now, then ${Math.max(inService, booked, 1)}${short}`
    )
  })
  return refused(submission, {
    form: [
      'These coming classes have more places than there is in service:',
      ...lowered.slice(0, 40),
    ],
    code: 'lowers',
  })
}

const names = [
  'name',
  'roomId',
  'quantity',
  'outOfService',
  'defect',
  'inspectDays',
  'inspectedOn',
  'classTypeIds',
] as const

export default function Equipment() {
  const { rules, studio, rooms, types, key, version, needs, values } =
    useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const live = useLiveForm('equipment', names, { answer, values, rules })
  const { fields } = live
  return (
    <>
      <Link className="back" to={paths.manageFacilities(studio)}>
        <Icon name="back" /> Facilities
      </Link>
      <PageHead
        title={version === null ? 'New equipment' : values.name}
        intro={
          'Classes never have more places than there is in service. What rooms share is shared ' +
          'by everything at the same time, down to the last place.'
        }
      />
      <LiveFormBody of={live} className="sheet-form two-columns">
        <input type="hidden" name="key" value={key} />
        {version !== null && (
          <input type="hidden" name="version" value={openedVersion(answer, version) ?? ''} />
        )}
        <TextField field={fields.name} label="Name" />
        <SelectField
          field={fields.roomId}
          label="Where"
          options={rooms}
          empty="Shared by all rooms"
        />
        <TextField field={fields.quantity} label="How many" />
        <TextField field={fields.outOfService} label="Of these out of service" />
        <TextField field={fields.defect} label="Defect" />
        <TextField field={fields.inspectDays} label="Inspected every" hint="Days; empty is never" />
        <TextField field={fields.inspectedOn} label="Last inspected on" type="date" />
        <TickFields
          field={fields.classTypeIds}
          legend="Classes and appointments that need one for each person"
          choices={types}
          chosen={needs}
          stale={isStale(answer)}
        />
        {answer?.refusal === 'lowers' && (
          <label className="choice whole">
            <input type="checkbox" name="anyway" /> <span>Lower these classes</span>
          </label>
        )}
        <div className="form-end whole">
          <SendButton sending="Saving">Save the equipment</SendButton>
        </div>
      </LiveFormBody>
    </>
  )
}
