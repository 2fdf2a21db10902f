import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { giftCardSettingsForm } from '#app/domain/sales/gift-cards/gift-card-forms.ts'
import {
  getGiftCardSettings,
  saveGiftCardSettings,
} from '#app/domain/sales/gift-cards/gift-card-settings.server.ts'
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

const title = 'Gift cards'

export const meta: MetaFunction = ({ matches }) => pageTitle(title, { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'settings:write')
  const { version, months, online } = await getGiftCardSettings(ctx)
  return {
    rules: fieldRules(giftCardSettingsForm),
    studio: { slug: ctx.studio.slug },
    version,
    values: { months: String(months), ...(online ? { online: 'on' } : {}) },
  }
}

/** Saves how long gift cards last and whether they are sold online: 303, or 422 beside the field. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'settings:write')
  const submission = await parseForm(request, giftCardSettingsForm)
  if (submission.status !== 'success') return invalid(submission)
  const result = await saveGiftCardSettings(ctx, {
    ...submission.value,
    online: submission.value.online === 'on',
  })
  if (result.ok) {
    const text = 'Saved. Cards that were sold keep their last day.'
    return redirectWithFlash(app, paths.manageGiftCardSettings(ctx.studio), text)
  }
  return changedMeanwhile(submission, result.reason)
}

export default function GiftCardSettings() {
  const { rules, studio, values, version } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('gift-cards', ['months', 'online'], { answer, values, rules })
  return (
    <SettingForm
      studio={studio}
      title={title}
      intro="A gift card is money that you owe until it is spent. Check what the law where you are says about last days."
      of={form}
      answer={answer}
      version={version}
    >
      <TextField
        field={form.fields.months}
        label="Months until it expires"
        hint="From the day it is sold. 0 is never."
        inputMode="numeric"
      />
      <CheckboxField
        field={form.fields.online}
        label="Anyone can buy one online, from your prices"
      />
    </SettingForm>
  )
}
