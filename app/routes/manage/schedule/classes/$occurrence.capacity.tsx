import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { capacityForm, placesVersion } from '#app/domain/bookings/roster/desk-forms.ts'
import { findClassAtDesk } from '#app/domain/bookings/roster/find-class-at-desk.server.ts'
import { whenWords } from '#app/domain/bookings/roster/roster-words.ts'
import { changeCapacity } from '#app/domain/bookings/waitlist/change-capacity.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, outdated, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { openedVersion, type PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { count } from '#app/values/wording.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Change places of ${data.title}` : 'Change places', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'schedule:write')
  const occurrence = await findClassAtDesk(ctx, params.occurrence ?? '')
  if (!occurrence) throw notFound()
  const { id, title, capacity, ownCapacity, ownWalkIns, booked, waiting, roomName } = occurrence
  return {
    rules: fieldRules(capacityForm),
    studio: { slug: ctx.studio.slug },
    id,
    title,
    capacity: ownCapacity,
    /** Null where none can be kept: places of a course are sold with it. */
    walkIns: occurrence.kind === 'class' ? ownWalkIns : null,
    version: placesVersion(ownCapacity, ownWalkIns),
    hint:
      capacity < ownCapacity
        ? `Its equipment allows ${capacity} at the moment, with what else needs it then.`
        : 'New places go to the waitlist first. Only this class changes.',
    booked,
    waiting,
    roomName,
    when: whenWords(occurrence, ctx.studio.locale),
  }
}

const aboutKept: readonly string[] = ['bad_walk_ins', 'no_class']

/**
 * Changes how many places this one class has. Fewer than booked is refused; new places go to the
 * waitlist at once.
 */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const submission = await parseForm(request, capacityForm)
  if (submission.status !== 'success') return invalid(submission)
  const { capacity, walkIns, version: shown } = submission.value
  const result = await changeCapacity(ctx, params.occurrence ?? '', capacity, { shown, walkIns })
  if (result.ok) {
    deliverSoon(app, ctx.db)
    const given =
      result.promoted > 0
        ? ` ${count(result.promoted, 'person', 'people')} from the waitlist got a place.`
        : ''
    const path = paths.manageClass(ctx.studio, params.occurrence ?? '')
    return redirectWithFlash(app, path, `${count(capacity, 'place')} now.${given}`)
  }
  if (result.reason === 'not_found') throw notFound()
  if (result.reason === 'changed') return outdated(submission, 'how many places there are')
  const sentences = {
    bad_walk_ins: () => 'Keep fewer for walk-ins than there are places: at least 1 can be booked',
    no_class: () => 'Places are kept for walk-ins in classes only',
    bad_capacity: () => 'Enter a whole number from 1 to 1,000',
    over: () => 'This class is over or cancelled',
    below_booked: () =>
      `${result.reason === 'below_booked' ? result.facts.booked : ''} are booked. ` +
      'Move or cancel someone first',
    over_room: () =>
      result.reason === 'over_room'
        ? `${result.facts.roomName} holds ${result.facts.room}. Enter ${result.facts.room} or fewer`
        : '',
  }
  return refused(submission, {
    fields: {
      [aboutKept.includes(result.reason) ? 'walkIns' : 'capacity']: [sentences[result.reason]()],
    },
    code: result.reason,
  })
}

export default function Capacity() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('places', ['capacity', 'walkIns'], {
    answer,
    values: { capacity: String(data.capacity), walkIns: String(data.walkIns ?? 0) },
    rules: data.rules,
  })
  return (
    <>
      <PageHead
        title={`Change places of ${data.title}`}
        intro={`${data.when}. ${data.booked} booked, ${data.waiting} waiting.`}
      />
      <LiveFormBody of={form} className="sheet-form">
        <input type="hidden" name="version" value={openedVersion(answer, data.version) ?? ''} />
        <TextField field={form.fields.capacity} label="Places" hint={data.hint} />
        {data.walkIns !== null && (
          <TextField
            field={form.fields.walkIns}
            label="Kept for walk-ins"
            hint="The last of these places are given at the desk only, not online or by the waitlist."
          />
        )}
        <FormEnd sending="Changing…" cancel={paths.manageClass(data.studio, data.id)}>
          Change places
        </FormEnd>
      </LiveFormBody>
    </>
  )
}
