import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { studioNameForm } from '#app/domain/studios/brand/name-form.ts'
import { nameRefusals, nameSaved } from '#app/domain/studios/brand/name-words.ts'
import { nameVersion, renameStudio } from '#app/domain/studios/brand/rename-studio.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { changedMeanwhile, invalid, parseForm } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { CheckboxField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { SettingForm } from '#app/ui/staff/setting-page.tsx'
import { newId } from '#app/values/id.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Name and web address', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, app } = await requirePermission(context, 'settings:write')
  const { name, slug, listed } = ctx.studio
  return {
    rules: fieldRules(studioNameForm),
    host: app.url.host,
    studio: { slug },
    values: { name, slug, ...(listed ? { listed: 'on' } : {}), key: newId() },
    version: nameVersion(ctx.studio),
  }
}

/** Saves the name and the web address: 303 to the page under its address, or 422. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'settings:write')
  const submission = await parseForm(request, studioNameForm)
  if (submission.status !== 'success') return invalid(submission)
  const result = await renameStudio(ctx, app.directory, submission.value)
  if (!result.ok)
    return result.reason === 'changed_meanwhile'
      ? changedMeanwhile(submission, result.reason)
      : invalid(submission, { slug: [nameRefusals[result.reason]] })
  const { slug } = result
  return redirectWithFlash(
    app,
    paths.manageStudioName({ slug }),
    nameSaved(slug !== ctx.studio.slug),
  )
}

export default function StudioName() {
  const { rules, studio, host, values, version } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('name', ['name', 'slug', 'listed', 'key'] as const, {
    answer,
    values,
    rules,
  })
  return (
    <SettingForm
      studio={studio}
      title="Name and web address"
      intro="What people read on every page and in every email. Links with a former address go on leading to you."
      of={form}
      answer={answer}
      version={version}
    >
      <TextField field={form.fields.name} label="Name" autoComplete="organization" />
      <TextField
        field={form.fields.slug}
        label="Web address"
        hint={`Your pages are at ${host}/${studio.slug}.`}
        autoComplete="off"
      />
      <CheckboxField
        field={form.fields.listed}
        label="Show us in the list of studios and among all classes"
      />
    </SettingForm>
  )
}
