import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import type * as z from 'zod'
import {
  addAct,
  moveAct,
  removeAct,
  runOrderPage,
} from '#app/domain/events/change-run-order.server.ts'
import { runOrderForm } from '#app/domain/events/event-fields.ts'
import { may } from '#app/domain/scope/permissions.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { PrintButton } from '#app/ui/schedule/print-button.tsx'
import { newId } from '#app/values/id.ts'
import { clockTime, count } from '#app/values/wording.ts'
import { ActsList } from './acts-list.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Run order: ${data.name}` : 'Run order', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'schedule:read')
  const page = await runOrderPage(ctx, params.event ?? '')
  if (!page) throw notFound()
  const { event, acts } = page
  return {
    rules: fieldRules(runOrderForm, 'add'),
    studio: { slug: ctx.studio.slug },
    id: event.id,
    name: event.name,
    key: newId(),
    canWrite: may(viewer.role, 'levels:write'),
    minutes: acts.reduce((sum, act) => sum + act.minutes, 0),
    length: event.minutes,
    acts: acts.map((act) => ({
      ...act,
      at: clockTime(`${event.localStart.slice(0, 10)}T${act.at}`, ctx.studio.locale),
    })),
  }
}

const refusals = {
  full: 'That’s the most acts you can have. Remove one first.',
  moved_meanwhile: 'Someone else has just moved an act. Check the order and move it again.',
} as const

function changeOrder(ctx: StaffContext, eventId: string, act: z.output<typeof runOrderForm>) {
  if (act.act === 'add') return addAct(ctx, eventId, { ...act, id: act.key })
  if (act.act === 'remove') return removeAct(ctx, eventId, act.id)
  return moveAct(ctx, eventId, act.id, act.act, act.from)
}

/** Adds an act, moves one, or takes one out: 303 back to the order. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'levels:write')
  const submission = await parseForm(request, runOrderForm)
  if (submission.status !== 'success') return invalid(submission)
  const eventId = params.event ?? ''
  const act = submission.value
  const result = await changeOrder(ctx, eventId, act)
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    return refused(submission, { form: [refusals[result.reason]], code: result.reason })
  }
  const message = {
    add: 'Act added.',
    up: 'Moved up.',
    down: 'Moved down.',
    remove: 'Removed.',
  }[act.act]
  return redirectWithFlash(app, paths.manageEventAct(ctx.studio, eventId, 'run-order'), message)
}

const names = ['title', 'performers', 'apparatus', 'music', 'minutes'] as const

export default function RunOrder() {
  const { rules, studio, id, name, key, canWrite, minutes, length, acts } =
    useLoaderData<typeof loader>()
  const form = useLiveForm('act', names, {
    answer: useActionData() as PageFormAnswer | undefined,
    values: { title: '', performers: '', apparatus: '', music: '', minutes: '4' },
    rules,
  })
  const { fields } = form
  const here = paths.manageEventAct(studio, id, 'run-order')
  return (
    <>
      <BackLink to={paths.manageEvent(studio, id)}>{name}</BackLink>
      <PageHead
        title="Run order"
        intro={
          acts.length > 0
            ? `${count(acts.length, 'act')}, ${minutes} of ${length} minutes.`
            : 'Who performs when, and what changes in between.'
        }
        actions={<PrintButton />}
      />
      <div className="sections">
        {acts.length > 0 && <ActsList acts={acts} action={here} canWrite={canWrite} />}
        {canWrite && (
          <section>
            <div className="section-head">
              <h2>Add an act</h2>
            </div>
            <LiveFormBody
              key={acts.length}
              of={form}
              action={here}
              className="sheet-form two-columns"
            >
              <input type="hidden" name="act" value="add" />
              <input type="hidden" name="key" value={key} />
              <TextField field={fields.title} label="Act" />
              <TextField field={fields.performers} label="Performers" hint="Separate with commas" />
              <TextField field={fields.apparatus} label="Apparatus" />
              <TextField field={fields.music} label="Music" />
              <TextField field={fields.minutes} label="Minutes" />
              <div className="form-end whole">
                <SendButton sending="Adding…">Add act</SendButton>
              </div>
            </LiveFormBody>
          </section>
        )}
      </div>
    </>
  )
}
