import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { batch } from '#app/db/batch.server.ts'
import { closureForm, closureParams, closureRefusals } from '#app/domain/planning/closure-fields.ts'
import { locationsStatement } from '#app/domain/planning/closure-queries.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { CheckboxField, SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { localDate } from '#app/values/zone.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Close for some days', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const { locations } = await batch(ctx.db, { locations: locationsStatement(ctx) })
  const given = (name: string) => (app.url.searchParams.get(name) ?? '').slice(0, 200)
  return {
    rules: fieldRules(closureForm),
    studio: { slug: ctx.studio.slug },
    locations: locations.map(({ id, name }) => ({ value: id, label: name })),
    values: {
      name: given('name'),
      from: given('from'),
      until: given('until'),
      locationId: given('locationId'),
      message: given('message'),
      extendsPacks: given('extendsPacks') || (given('name') ? '' : 'on'),
    },
  }
}

/** Checks the form and leads to what it would do: nothing is closed here. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { ctx } = await requirePermission(context, 'schedule:write')
  const submission = await parseForm(request, closureForm)
  if (submission.status !== 'success') return invalid(submission)
  if (submission.value.until < localDate(ctx.now, ctx.studio.timeZone)) {
    return refused(submission, { ...closureRefusals.past, code: 'past' })
  }
  return redirect(paths.manageClosurePreview(ctx.studio, closureParams(submission.value)), 303)
}

const names = ['name', 'from', 'until', 'locationId', 'message', 'extendsPacks'] as const
export default function NewClosure() {
  const { rules, studio, locations, values } = useLoaderData<typeof loader>()
  const live = useLiveForm('closure', names, {
    answer: useActionData() as PageFormAnswer | undefined,
    values,
    rules,
  })
  const { fields } = live
  return (
    <>
      <BackLink to={paths.manageClosures(studio)}>Closures</BackLink>
      <PageHead
        title="Close for some days"
        intro="Nothing happens yet. You see everything first."
      />
      <LiveFormBody
        of={live}
        className="sheet-form two-columns"
        action={paths.manageClosureNew(studio)}
      >
        <TextField field={fields.name} label="Name" hint="Members see it, like “Christmas”." />
        {locations.length > 1 && (
          <SelectField
            field={fields.locationId}
            label="Where"
            options={locations}
            empty="Everywhere"
          />
        )}
        <TextField field={fields.from} label="First day" type="date" />
        <TextField field={fields.until} label="Last day" type="date" />
        <div className="whole">
          <TextField
            field={fields.message}
            label="Message to members"
            hint={
              'Added to the message for each cancelled class. If you leave it empty, it says ' +
              '“Closed:” and the name.'
            }
          />
        </div>
        <div className="whole">
          <CheckboxField
            field={fields.extendsPacks}
            label="Packs valid on these days run that many days longer"
          />
        </div>
        <div className="form-end whole">
          <SendButton sending="Looking…">See what happens</SendButton>
          <Link className="button quiet" to={paths.manageClosures(studio)}>
            Cancel
          </Link>
        </div>
      </LiveFormBody>
    </>
  )
}
