import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { peopleWords } from '#app/domain/bookings/cancelling/cancel-effect-words.ts'
import { closeDays } from '#app/domain/planning/close-days.server.ts'
import {
  closureForm,
  closureParams,
  closureRefusals,
  closureToApply,
} from '#app/domain/planning/closure-fields.ts'
import { closureEffects, kindsWords, spanWords } from '#app/domain/planning/closure-words.ts'
import { mostCalledOff, previewClosure } from '#app/domain/planning/preview-closure.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { count, dayShortTime } from '#app/values/wording.ts'
import { continueClosureInBackground } from './closure-steps/continue-closure.server.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Close: ${data.name}` : 'Close for some days', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const given = Object.fromEntries(app.url.searchParams)
  const asked = closureForm.safeParse(given)
  // An address that was cut short leads back to the form with what it says.
  if (!asked.success) throw redirect(paths.manageClosureNew(ctx.studio, given), 303)
  const form = asked.data
  const extendsPacks = form.extendsPacks === 'on'
  const preview = await previewClosure(ctx, {
    ...form,
    locationId: form.locationId || null,
    extendsPacks,
  })
  const { locale } = ctx.studio
  return {
    rules: fieldRules(closureToApply),
    studio: { slug: ctx.studio.slug },
    name: form.name,
    span: spanWords(form.from, form.until, locale),
    values: { key: newId(), ...closureParams(form) },
    effects: closureEffects(preview, { extendsPacks, locale, currency: ctx.studio.currency }),
    off: kindsWords(preview.rows),
    cut: preview.rows.length === mostCalledOff,
    rows: preview.rows.map(({ id, title, localStart, roomName, coachName, ...people }) => ({
      id,
      title,
      roomName,
      coachName,
      when: dayShortTime(localStart, locale),
      who: peopleWords(people).join(', '),
    })),
  }
}

/**
 * Closes the days and begins to call off what is on them. 303 to how far it is; sent twice it
 * is one closure.
 */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const submission = await parseForm(request, closureToApply)
  if (submission.status !== 'success') return invalid(submission)
  const { key, locationId, extendsPacks, ...form } = submission.value
  const result = await closeDays(ctx, {
    ...form,
    key,
    locationId: locationId || null,
    extendsPacks: extendsPacks === 'on',
  })
  if (!result.ok) {
    const { fields, form: whole } = closureRefusals[result.reason] ?? {}
    return refused(submission, {
      form: whole ?? Object.values(fields ?? {}).flat(),
      code: result.reason,
    })
  }
  await continueClosureInBackground(app, ctx, key)
  return redirect(paths.manageClosure(ctx.studio, key), 303)
}

export default function ClosurePreview() {
  const { rules, studio, name, span, values, effects, off, rows, cut } =
    useLoaderData<typeof loader>()
  const live = useLiveForm('closing', ['name'], {
    answer: useActionData() as PageFormAnswer | undefined,
    rules,
  })
  const { key: _key, ...params } = values
  return (
    <>
      <BackLink to={paths.manageClosureNew(studio, params)}>Change days</BackLink>
      <PageHead title={`Close: ${name}`} intro={`${span}. Check what will happen first.`} />
      <div className="sections">
        <LiveFormBody
          of={live}
          className="sheet-form"
          action={paths.manageClosurePreview(studio, params)}
        >
          <HiddenFields values={values} />
          <section>
            <h2>What happens</h2>
            <ul className="lines">
              {effects.map((what) => (
                <li key={what}>{what}</li>
              ))}
            </ul>
          </section>
          <div className="form-end">
            <SendButton sending="Closing…" tone={off ? 'bad' : 'primary'}>
              {off
                ? `Close and cancel ${count(rows.length, 'entry', 'entries')}`
                : 'Close these days'}
            </SendButton>
            <Link className="button quiet" to={paths.manageClosures(studio)}>
              Cancel
            </Link>
          </div>
        </LiveFormBody>
        {rows.length > 0 && (
          <section>
            <div className="section-head">
              <h2>Cancelled</h2>
              <span className="muted">
                {cut ? `the first ${rows.length}` : count(rows.length, 'entry', 'entries')}
              </span>
            </div>
            <Table
              caption="What is cancelled, by date"
              rows={rows}
              rowKey={({ id }) => id}
              columns={[
                {
                  name: 'What',
                  cell: ({ id, title }) => <Link to={paths.manageClass(studio, id)}>{title}</Link>,
                  place: 'name',
                },
                { name: 'When', cell: ({ when }) => when, place: 'under' },
                { name: 'Where', cell: ({ roomName }) => roomName, place: 'wide' },
                { name: 'Coach', cell: ({ coachName }) => coachName, place: 'desk' },
                { name: 'People', cell: ({ who }) => who || 'Nobody', place: 'under' },
              ]}
            />
          </section>
        )}
      </div>
    </>
  )
}
