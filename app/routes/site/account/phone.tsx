import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { phoneField } from '#app/domain/identity/accounts/account-fields.ts'
import { changeUser } from '#app/domain/identity/accounts/change-user.server.ts'
import { sixDigitsField } from '#app/domain/identity/factors/second-step-fields.ts'
import { verifyOneTimeSecret } from '#app/domain/identity/secrets/verify-one-time-secret.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { changeSentences, enterOrStay } from '#app/http/own-changes.server.ts'
import { requireOwnAccount } from '#app/http/session-holder.server.ts'
import { paths } from '#app/paths.ts'
import { AccountPage } from '#app/ui/account/account-page.tsx'
import { PhoneCodeForm, PhoneNumberForm } from '#app/ui/account/phone-forms.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = (args) => pageTitle('Your phone number', args)

export const handle = { styles: ['form', 'entry', 'back-link'] } satisfies PageHandle

const phoneSchema = z.object({ phone: phoneField('Enter your phone number') })
const codeSchema = z.object({ code: sixDigitsField })

const codeSentences = {
  link_expired: 'That code is wrong or has expired. Use the newest one.',
  user_banned: 'This account is closed. Ask your studio.',
  address_taken: 'Another account has this number.',
  too_many_tries: 'Too many tries. Wait a minute, then try again.',
}

const asksCode = (url: URL) => url.searchParams.get('step') === 'code'

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, holder } = await requireOwnAccount(context)
  const { phone, newPhone } = holder.account
  if (asksCode(app.url) && !newPhone) throw redirect(paths.accountPart('phone'), 303)
  return {
    phone: phone && `+${phone}`,
    newPhone: newPhone && `+${newPhone}`,
    step: asksCode(app.url) ? ('code' as const) : ('number' as const),
    devTools: app.devTools,
    rules: fieldRules(asksCode(app.url) ? codeSchema : phoneSchema),
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { app, holder } = await requireOwnAccount(context)
  const ctx = identityContext(app)
  if (asksCode(app.url)) {
    const submission = await parseForm(request, codeSchema)
    if (submission.status !== 'success') return invalid(submission)
    const proof = { phone: holder.account.newPhone ?? '', code: submission.value.code }
    const result = await verifyOneTimeSecret(
      ctx,
      { type: 'phone_change', proof },
      { withoutMetadata: true },
    )
    if (!result.ok)
      return refused(submission, {
        fields: { code: [codeSentences[result.reason]] },
        code: result.reason,
      })
    if (result.kind !== 'signed_in') throw new Error(`A phone code answered ${result.kind}`)
    const message = 'Your phone number is confirmed.'
    return enterOrStay(app, result.value, {
      outcome: result.outcome,
      path: paths.account(),
      message,
    })
  }
  const submission = await parseForm(request, phoneSchema)
  if (submission.status !== 'success') return invalid(submission)
  const { phone } = submission.value
  if (phone === holder.account.phone) {
    return refused(submission, {
      fields: { phone: ['This is already your number.'] },
      code: 'same_phone',
    })
  }
  const result = await changeUser(ctx, holder, { phone })
  if (!result.ok) {
    return refused(submission, {
      fields: { phone: [changeSentences[result.reason]] },
      code: result.reason,
    })
  }
  deliverSoon(app, app.directory)
  if (result.account.phone === phone)
    return redirectWithFlash(app, paths.account(), 'Phone number changed.')
  return redirect(paths.accountPart('phone', { step: 'code' }), 303)
}

export default function Phone() {
  const { phone, newPhone, step, devTools, rules } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as PageFormAnswer | undefined
  const codePath = paths.accountPart('phone', { step: 'code' })
  return (
    <AccountPage>
      {step === 'code' && newPhone ? (
        <PhoneCodeForm
          {...{ answer, rules, devTools }}
          sentTo={newPhone}
          button="Confirm number"
          again={paths.accountPart('phone')}
        />
      ) : (
        <PhoneNumberForm
          {...{ answer, rules }}
          title="Your phone number"
          intro={`${phone ? `It is ${phone}.` : 'You have none yet.'} You can sign in with it as well.`}
          label="New phone number"
        >
          {newPhone && (
            <p className="soft">
              A code went to {newPhone}. <a href={codePath}>Type it</a>.
            </p>
          )}
        </PhoneNumberForm>
      )}
    </AccountPage>
  )
}
