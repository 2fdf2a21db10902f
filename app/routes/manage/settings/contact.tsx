import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { changeContact } from '#app/domain/studios/change-contact.server.ts'
import { contactForm, contactVersion } from '#app/domain/studios/contact-fields.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { changedMeanwhile, invalid, parseForm } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { SettingForm } from '#app/ui/staff/setting-page.tsx'
import { newId } from '#app/values/id.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Contact details', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'settings:write')
  const { slug, contactEmail, contactPhone } = ctx.studio
  return {
    rules: fieldRules(contactForm),
    studio: { slug },
    values: { contactEmail, contactPhone, key: newId() },
    version: contactVersion(ctx.studio),
  }
}

/** Saves how people reach the studio: 303, or 422 beside the field. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'settings:write')
  const submission = await parseForm(request, contactForm)
  if (submission.status !== 'success') return invalid(submission)
  const result = await changeContact(ctx, app.directory, submission.value)
  if (!result.ok) return changedMeanwhile(submission, result.reason)
  const text = 'Saved. Your pages show the new contact details.'
  return redirectWithFlash(app, paths.manageContact(ctx.studio), text)
}

export default function Contact() {
  const { rules, studio, values, version } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('contact', ['contactEmail', 'contactPhone', 'key'] as const, {
    answer,
    values,
    rules,
  })
  return (
    <SettingForm
      studio={studio}
      title="Contact details"
      intro={
        'How people reach you about a class or a price. Everyone can see them, on your prices, ' +
        'your rules and your home page.'
      }
      of={form}
      answer={answer}
      version={version}
    >
      <TextField
        field={form.fields.contactEmail}
        label="Email (optional)"
        type="email"
        autoComplete="email"
      />
      <TextField
        field={form.fields.contactPhone}
        label="Phone (optional)"
        hint="As you say it, like 0113 496 0140. With the country code, like +44 113 496 0140, people abroad can call it, too."
        type="tel"
        autoComplete="tel"
      />
    </SettingForm>
  )
}
