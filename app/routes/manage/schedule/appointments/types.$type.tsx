import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import { grids } from '#app/domain/appointments/appointment-view.ts'
import { typeDeskPage } from '#app/domain/appointments/desk-pages.server.ts'
import { saveType } from '#app/domain/appointments/save-type.server.ts'
import { typeForm } from '#app/domain/appointments/type-form.ts'
import { archiveType } from '#app/domain/calendar/archive-type.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, outdated, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import { openedVersion, type PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { TickFields } from '#app/ui/form/tick-fields.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { typedMinor } from '#app/values/money.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.values.name || 'Add an appointment type', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'schedule:write')
  const isNew = params.type === 'new'
  const { type, ...choices } = await typeDeskPage(ctx, params.type ?? '')
  if (!type && !isNew) throw notFound()
  const text = (value: number | undefined, first: number) => String(value ?? first)
  return {
    rules: fieldRules(typeForm(ctx.studio.currency)),
    studio: { slug: ctx.studio.slug },
    ...choices,
    key: type?.id ?? newId(),
    version: type?.version ?? null,
    archived: type?.archived ?? false,
    chosen: {
      roomIds: type?.roomIds ?? [],
      coachIds: type?.coachIds ?? [],
      packageIds: type?.packageIds ?? [],
    },
    values: {
      name: type?.name ?? '',
      description: type?.description ?? '',
      disciplineId: type?.disciplineId ?? choices.disciplines[0]?.id ?? '',
      minutes: text(type?.minutes, 60),
      price: type ? typedMinor(type.priceMinor, ctx.studio.currency) : '',
      pricePer: type?.pricePer ?? 'session',
      people: text(type?.people, 1),
      bufferBefore: text(type?.bufferBefore, 0),
      bufferAfter: text(type?.bufferAfter, 15),
      noticeHours: text(type ? Math.round(type.noticeMinutes / 60) : undefined, 12),
      aheadDays: text(type?.aheadDays, 28),
      gridMinutes: text(type?.gridMinutes, 15),
      approval: type?.approval ? 'ask' : 'instant',
      policyId: type?.policyId ?? choices.policies[0]?.id ?? '',
    },
  }
}

/**
 * Saves the type, or archives it and brings it back: the address says which (`?archive=1`,
 * `?archive=0`).
 */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const archive = app.url.searchParams.get('archive')
  if (archive !== null) {
    if (!(await archiveType(ctx, 'appointment', params.type ?? '', archive === '1')))
      throw notFound()
    const message = archive === '1' ? 'Archived. Appointments already booked stay.' : 'Restored.'
    return redirectWithFlash(app, paths.manageAppointments(ctx.studio), message)
  }
  const submission = await parseForm(request, typeForm(ctx.studio.currency))
  if (submission.status !== 'success') return invalid(submission)
  const { key, version, price, noticeHours, approval, ...draft } = submission.value
  const isNew = params.type === 'new'
  const result = await saveType(
    ctx,
    isNew ? key : (params.type ?? ''),
    { ...draft, priceMinor: price, noticeMinutes: noticeHours * 60, approval: approval === 'ask' },
    isNew ? null : version,
  )
  if (result.ok)
    return redirectWithFlash(app, paths.manageAppointments(ctx.studio), `${draft.name} is saved.`)
  if (result.reason === 'name_taken') {
    return refused(submission, {
      fields: { name: ['You already have a type with that name'] },
      code: result.reason,
    })
  }
  if (result.reason === 'changed') return outdated(submission, 'this type')
  const gone = 'A room, coach, package or policy in this form has been removed. Reload the page.'
  return refused(submission, {
    form: [gone],
    code: result.reason,
  })
}

const names = [
  'name',
  'description',
  'disciplineId',
  'minutes',
  'price',
  'pricePer',
  'people',
  'bufferBefore',
  'bufferAfter',
  'noticeHours',
  'aheadDays',
  'gridMinutes',
  'approval',
  'policyId',
  'roomIds',
  'coachIds',
  'packageIds',
] as const
const options = (choices: readonly { id: string; name: string }[]) =>
  choices.map(({ id, name }) => ({ value: id, label: name }))

export default function AppointmentType() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const {
    studio,
    key,
    version,
    archived,
    values,
    chosen,
    disciplines,
    policies,
    coaches,
    rooms,
    packages,
  } = data
  const live = useLiveForm('type', names, {
    answer,
    values,
    rules: data.rules,
  })
  const { fields } = live
  return (
    <>
      <PageHead
        title={version === null ? 'Add an appointment type' : values.name}
        intro="Existing bookings keep their time, price and policy."
        actions={
          version !== null && (
            <Form
              method="post"
              action={`${paths.manageAppointmentType(studio, key)}?archive=${archived ? 0 : 1}`}
            >
              <button type="submit" className="button">
                {archived ? 'Restore' : 'Archive'}
              </button>
            </Form>
          )
        }
      />
      <LiveFormBody of={live} className="sheet-form two-columns">
        <input type="hidden" name="key" value={key} />
        {version !== null && (
          <input type="hidden" name="version" value={openedVersion(answer, version) ?? ''} />
        )}
        <TextField field={fields.name} label="Name" />
        <SelectField
          field={fields.disciplineId}
          label="Discipline"
          options={options(disciplines)}
        />
        <TextField field={fields.minutes} label="Minutes" />
        <SelectField
          field={fields.gridMinutes}
          label="Starts every"
          options={grids.map((n) => ({ value: String(n), label: `${n} minutes` }))}
        />
        <TextField field={fields.price} label="Price" />
        <SelectField
          field={fields.pricePer}
          label="The price is"
          options={[
            { value: 'session', label: 'Per session, shared' },
            { value: 'person', label: 'Per person' },
          ]}
        />
        <TextField field={fields.people} label="Capacity" hint="1 to 3" />
        <SelectField
          field={fields.approval}
          label="Booking"
          options={[
            { value: 'instant', label: 'Confirmed at once' },
            { value: 'ask', label: 'The studio confirms first' },
          ]}
        />
        <TextField field={fields.bufferBefore} label="Coach’s time before" hint="Minutes" />
        <TextField field={fields.bufferAfter} label="Coach’s time after" hint="Minutes" />
        <TextField field={fields.noticeHours} label="Shortest notice" hint="Hours" />
        <TextField field={fields.aheadDays} label="Book up to" hint="Days" />
        <SelectField field={fields.policyId} label="Cancel policy" options={options(policies)} />
        <TextField field={fields.description} label="Description" />
        <TickFields
          field={fields.coachIds}
          legend="Coaches"
          choices={coaches}
          chosen={chosen.coachIds}
          answer={answer}
        />
        <TickFields
          field={fields.roomIds}
          legend="Rooms"
          choices={rooms}
          chosen={chosen.roomIds}
          answer={answer}
        />
        {packages.length > 0 && (
          <TickFields
            field={fields.packageIds}
            legend="Packages that pay for it"
            choices={packages}
            chosen={chosen.packageIds}
            answer={answer}
          />
        )}
        <div className="form-end whole">
          <SendButton sending="Saving…">Save type</SendButton>
          <Link className="button quiet" to={paths.manageAppointments(studio)}>
            Cancel
          </Link>
        </div>
      </LiveFormBody>
    </>
  )
}
