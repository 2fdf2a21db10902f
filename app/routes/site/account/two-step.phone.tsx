import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { phoneField } from '#app/domain/identity/accounts/account-fields.ts'
import { challengeFactor } from '#app/domain/identity/factors/challenge-factor.server.ts'
import { enrolPhone } from '#app/domain/identity/factors/enrol-factor.server.ts'
import { secondStepForm } from '#app/domain/identity/factors/second-step-fields.ts'
import { verifyFactor } from '#app/domain/identity/factors/verify-factor.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { requireOwnAccount } from '#app/http/session-holder.server.ts'
import { paths } from '#app/paths.ts'
import { AccountPage } from '#app/ui/account/account-page.tsx'
import { PhoneCodeForm, PhoneNumberForm } from '#app/ui/account/phone-forms.tsx'
import { RecoveryCodes } from '#app/ui/account/recovery-codes.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { factorAdded, type ShownCodes } from './second-factors/second-factors.server.ts'

export const meta: MetaFunction = (args) => pageTitle('Codes by text message', args)

export const handle = {
  styles: ['form', 'entry', 'back-link', 'account-settings'],
} satisfies PageHandle

const phoneSchema = z.object({ phone: phoneField('Enter your phone number') })

const sentences = {
  wrong_code: 'That code is wrong or has been used. Ask for a new one.',
  too_many_tries: 'Too many tries. Wait 15 minutes, then try again.',
  factor_not_found: 'This took longer than five minutes. Start again.',
  factor_type_disabled: 'Codes by text message are turned off at the moment.',
  challenge_expired: 'That code has expired. Start again.',
  challenge_not_yours: 'That code has been used. Start again.',
  challenge_not_found: 'That code has expired. Start again.',
  sms_too_soon: 'A message is on its way. Wait a minute, then try again.',
  name_taken: 'You already have this number, or a message is on its way. Wait five minutes.',
  too_many_factors: 'You’ve reached the limit for second steps. Remove one first.',
  insufficient_aal: 'Sign in again with your second step first.',
  phone_taken: 'This number is already a second step.',
}

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, holder } = await requireOwnAccount(context)
  const query = app.url.searchParams
  return {
    phone: holder.account.phone && `+${holder.account.phone}`,
    sent:
      query.get('factor') && query.get('challenge')
        ? { factor: query.get('factor'), challenge: query.get('challenge') }
        : null,
    devTools: app.devTools,
    rules: fieldRules(query.get('challenge') ? secondStepForm : phoneSchema),
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { app, holder } = await requireOwnAccount(context)
  const ctx = identityContext(app)
  if (app.url.searchParams.get('challenge')) {
    const submission = await parseForm(request, secondStepForm)
    if (submission.status !== 'success') return invalid(submission)
    const { factor: factorId, challenge: challengeId = '', code } = submission.value
    const result = await verifyFactor(
      ctx,
      holder,
      { factorId, challengeId, code },
      { withoutMetadata: true },
    )
    if (!result.ok)
      return refused(submission, {
        fields: { code: [sentences[result.reason]] },
        code: result.reason,
      })
    return factorAdded(app, result.value)
  }
  const submission = await parseForm(request, phoneSchema)
  if (submission.status !== 'success') return invalid(submission)
  const { phone } = submission.value
  const begun = await enrolPhone(ctx, holder, { friendlyName: `Phone +${phone}`, phone })
  if (!begun.ok)
    return refused(submission, { fields: { phone: [sentences[begun.reason]] }, code: begun.reason })
  const factor = begun.factor.id
  const asked = await challengeFactor(ctx, { userId: holder.account.id, factorId: factor })
  if (!asked.ok)
    return refused(submission, { fields: { phone: [sentences[asked.reason]] }, code: asked.reason })
  deliverSoon(app, app.directory)
  return redirect(
    paths.accountPart('two-step/phone', { factor, challenge: asked.challenge.id }),
    303,
  )
}

export default function PhoneFactor() {
  const { phone, sent, devTools, rules } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as PageFormAnswer | ShownCodes | undefined
  const again = answer && 'result' in answer ? answer : undefined
  const codes = answer && 'codes' in answer ? answer.codes : null
  return (
    <AccountPage back={{ name: 'Two-step sign-in', path: paths.accountPart('two-step') }}>
      {codes && <RecoveryCodes codes={codes} title="Two-step sign-in is on" />}
      {!codes && sent && (
        <PhoneCodeForm
          {...{ rules, devTools }}
          answer={again}
          sentTo="your phone"
          button="Turn on"
          again={paths.accountPart('two-step/phone')}
          hidden={sent}
        />
      )}
      {!codes && !sent && (
        <PhoneNumberForm
          rules={rules}
          answer={again}
          title="Codes by text message"
          intro={
            'After your password we send a code to this number. An authenticator app is safer ' +
            'if you can use one.'
          }
          label="Phone number"
          phone={phone}
        />
      )}
    </AccountPage>
  )
}
