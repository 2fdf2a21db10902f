import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { shownMark } from '#app/domain/calendar/shown-clashes.ts'
import { equipmentForm } from '#app/domain/facilities/facility-forms.ts'
import { facilityFormPage } from '#app/domain/facilities/facility-queries.server.ts'
import { dueOn } from '#app/domain/facilities/inspection.ts'
import { saveEquipment } from '#app/domain/facilities/save-equipment.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, outdated, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import { errorsOf, openedVersion, type PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { TickFields } from '#app/ui/form/tick-fields.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { count } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.values.name || 'Add equipment', { matches })

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
    { version: isNew ? null : version, anyway },
  )
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
      fields: { name: ['You already have equipment with that name'] },
      code: result.reason,
    })
  }
  if (result.reason === 'changed') {
    return outdated(submission, 'it')
  }
  return refused(submission, {
    form: ['These future classes have more places than there is in service:', ...result.classes],
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
      <BackLink to={paths.manageFacilities(studio)}>Facilities</BackLink>
      <PageHead
        title={version === null ? 'Add equipment' : values.name}
        intro={
          'Classes never have more places than there is in service. Equipment shared by rooms ' +
          'is shared by everything at the same time.'
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
        <TextField field={fields.outOfService} label="Out of service" />
        <TextField field={fields.defect} label="Defect" />
        <TextField
          field={fields.inspectDays}
          label="Inspected every"
          hint="Days; leave empty for never"
        />
        <TextField field={fields.inspectedOn} label="Last inspected on" type="date" />
        <TickFields
          field={fields.classTypeIds}
          legend="Classes and appointments that need one per person"
          choices={types}
          chosen={needs}
          answer={answer}
        />
        {answer?.refusal === 'lowers' && (
          <label className="choice whole">
            <input type="checkbox" name="anyway" value={shownMark(errorsOf(answer, ''))} />{' '}
            <span>Lower these classes</span>
          </label>
        )}
        <div className="form-end whole">
          <SendButton sending="Saving…">Save equipment</SendButton>
        </div>
      </LiveFormBody>
    </>
  )
}
