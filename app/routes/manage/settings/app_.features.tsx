import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { changeFeatures } from '#app/domain/overview/settings/change-features.server.ts'
import { featureKeys, features, studioUses } from '#app/domain/scope/features.ts'
import { featuresForm } from '#app/domain/studios/app-settings/features-form.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { changedMeanwhile, invalid, parseForm, refused } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { CheckboxField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { useLiveForm } from '#app/ui/form/live-form.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { SettingForm } from '#app/ui/staff/setting-page.tsx'
import { newId } from '#app/values/id.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Features', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'settings:write')
  const { studio } = ctx
  const on = featureKeys.filter((key) => studioUses(studio, key))
  return {
    rules: fieldRules(featuresForm),
    studio: { slug: studio.slug },
    values: { ...Object.fromEntries(on.map((key) => [key, 'on'])), key: newId() },
    version: studio.featuresOff,
  }
}

/** Saves what the studio uses: 303, or 422 at the box of what is still ahead of people. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'settings:write')
  const submission = await parseForm(request, featuresForm)
  if (submission.status !== 'success') return invalid(submission)
  const result = await changeFeatures(ctx, app.directory, submission.value)
  if (!result.ok) {
    if (result.reason === 'changed_meanwhile') return changedMeanwhile(submission, result.reason)
    const fields = Object.entries(result.kept).map(([key, reason]) => [key, [reason]])
    return refused(submission, { code: result.reason, fields: Object.fromEntries(fields) })
  }
  return redirectWithFlash(
    app,
    paths.manageFeatures(ctx.studio),
    'Saved. It holds from the next page on; visitors see it within a minute.',
  )
}

export default function Features() {
  const { rules, studio, values, version } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('features', [...featureKeys, 'key'] as const, { answer, values, rules })
  return (
    <SettingForm
      studio={studio}
      title="Features"
      intro="What you use. What is off is in no menu, for members and for staff, and old links to it say so. Nothing is deleted: turned on again, all of it is back."
      of={form}
      answer={answer}
      version={version}
    >
      {featureKeys.map((key) => (
        <CheckboxField
          key={key}
          field={form.fields[key]}
          label={
            <>
              {features[key].name}
              <small className="soft">{features[key].about}</small>
            </>
          }
        />
      ))}
    </SettingForm>
  )
}
