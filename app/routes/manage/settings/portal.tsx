import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import {
  managersExport,
  portalKeys,
  portalRules,
  settingKeys,
  studioLets,
} from '#app/domain/scope/portal-rules.ts'
import { portalForm } from '#app/domain/studios/portal-form.ts'
import { savePortalRules } from '#app/domain/studios/save-portal-rules.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { changedMeanwhile, invalid, parseForm } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { CheckboxField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { useLiveForm } from '#app/ui/form/live-form.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { SettingForm } from '#app/ui/staff/setting-page.tsx'
import { newId } from '#app/values/id.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('What members can do', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'settings:write')
  const { studio } = ctx
  const on = settingKeys.filter((key) => studioLets(studio, key))
  return {
    rules: fieldRules(portalForm),
    studio: { slug: studio.slug },
    values: { ...Object.fromEntries(on.map((key) => [key, 'on'])), key: newId() },
    exports: studioLets(studio, 'managers_export'),
    owner: viewer.role === 'owner',
    version: studio.portal,
  }
}

/** Saves what members may do: 303, or 422 where somebody else has saved since. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'settings:write')
  const submission = await parseForm(request, portalForm)
  if (submission.status !== 'success') return invalid(submission)
  const result = await savePortalRules(ctx, app.directory, submission.value)
  if (!result.ok) return changedMeanwhile(submission, result.reason)
  const text = 'Saved. Members see it on their next page.'
  return redirectWithFlash(app, paths.managePortal(ctx.studio), text)
}

export default function PortalSettings() {
  const { rules, studio, values, version, owner, exports } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('portal', [...settingKeys, 'key'] as const, { answer, values, rules })
  return (
    <SettingForm
      studio={studio}
      title="What members can do"
      intro={
        'For themselves, in their account. Where something is off, they see no button for it, ' +
        'and a page they reach by an old link tells them to ask you.'
      }
      of={form}
      answer={answer}
      version={version}
    >
      {portalKeys.map((key) => (
        <CheckboxField
          key={key}
          field={form.fields[key]}
          label={<Rule name={portalRules[key].name} on={portalRules[key].on} />}
        />
      ))}
      <p>
        {/* A member's page is of the member area, which loads as a document of its own. */}
        <a href={paths.portal(studio)}>See your own account as a member does</a>
      </p>
      <fieldset className="field">
        <legend>For managers</legend>
        {owner ? (
          <CheckboxField
            field={form.fields.managers_export}
            label={<Rule name={managersExport.name} on={managersExport.on} />}
          />
        ) : (
          <p className="soft">
            {exports ? `${managersExport.name}. Only an owner changes this.` : managersExport.off}
          </p>
        )}
      </fieldset>
    </SettingForm>
  )
}

function Rule({ name, on }: { name: string; on: string }) {
  return (
    <>
      {name}
      <small className="soft">{on}</small>
    </>
  )
}
