import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Fragment } from 'react'
import { peakDayName, peakWords } from '#app/domain/scope/peak-hours.ts'
import { changePeakHours } from '#app/domain/studios/change-peak-hours.server.ts'
import { peakHoursForm, peakHourValues } from '#app/domain/studios/peak-hours-form.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { changedMeanwhile, invalid, parseForm } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { TickFields } from '#app/ui/form/tick-fields.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { SettingForm } from '#app/ui/staff/setting-page.tsx'
import { newId } from '#app/values/id.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Peak hours', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'settings:write')
  const { slug, peakHours, locale } = ctx.studio
  const spans = peakHourValues(peakHours)
  return {
    rules: fieldRules(peakHoursForm),
    studio: { slug },
    days: [1, 2, 3, 4, 5, 6, 7].map((day) => ({
      id: String(day),
      name: peakDayName(day, locale),
    })),
    spans: spans.map(({ n, days }) => ({ n, days })),
    version: peakHours,
    values: {
      key: newId(),
      ...Object.fromEntries(
        spans.flatMap(({ n, from, until }) => [
          [`from${n}`, from],
          [`until${n}`, until],
        ]),
      ),
    },
  }
}

/** Sets the peak hours: 303, or 422 beside the field. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'settings:write')
  const submission = await parseForm(request, peakHoursForm)
  if (submission.status !== 'success') return invalid(submission)
  const result = await changePeakHours(ctx, app.directory, submission.value)
  if (!result.ok) return changedMeanwhile(submission, result.reason)
  const words = peakWords(result.peakHours, ctx.studio.locale)
  return redirectWithFlash(
    app,
    paths.managePeakHours(ctx.studio),
    words ? `Saved. Peak hours are ${words}.` : 'Saved. You have no peak hours.',
  )
}

const names = [
  ...(['key', 'days1', 'from1', 'until1'] as const),
  ...(['days2', 'from2', 'until2', 'days3', 'from3', 'until3'] as const),
] as const

const legends = { 1: 'Days', 2: 'More days (optional)', 3: 'And more days (optional)' }

export default function PeakHours() {
  const { rules, studio, days, spans, values, version } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('peak-hours', names, { answer, values, rules })
  return (
    <SettingForm
      studio={studio}
      title="Peak hours"
      intro="Plans for off-peak only don’t pay for classes that start in these hours. Bookings people already have stay. Without peak hours these plans pay at any time."
      of={form}
      answer={answer}
      version={version}
    >
      {spans.map(({ n, days: chosen }) => (
        <Fragment key={n}>
          <TickFields
            field={form.fields[`days${n}`]}
            legend={legends[n]}
            choices={days}
            chosen={chosen}
            answer={answer}
          />
          <TextField field={form.fields[`from${n}`]} label="From" type="time" />
          <TextField
            field={form.fields[`until${n}`]}
            label="Until"
            hint="A class that starts then is off-peak."
            type="time"
          />
        </Fragment>
      ))}
    </SettingForm>
  )
}
