import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import type * as z from 'zod'
import { enrolTotp } from '#app/domain/identity/factors/enrol-factor.server.ts'
import { removeFactor } from '#app/domain/identity/factors/remove-factor.server.ts'
import { appCodeForm } from '#app/domain/identity/factors/second-step-fields.ts'
import { challengeAndVerify } from '#app/domain/identity/factors/verify-factor.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { type OwnAccount, requireOwnAccount } from '#app/http/session-holder.server.ts'
import { paths } from '#app/paths.ts'
import { AccountPage } from '#app/ui/account/account-page.tsx'
import { SixDigitsField } from '#app/ui/account/code-fields.tsx'
import { QrPicture } from '#app/ui/account/qr-picture.tsx'
import { RecoveryCodes } from '#app/ui/account/recovery-codes.tsx'
import { HiddenFields, SubmitButton } from '#app/ui/form/buttons.tsx'
import { Form } from '#app/ui/form/form.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { usePageForm } from '#app/ui/form/page-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { factorAdded, type ShownCodes } from './second-factors/second-factors.server.ts'

export const meta: MetaFunction = (args) => pageTitle('Set up an authenticator app', args)

export const handle = {
  styles: ['form', 'entry', 'back-link', 'account-settings', 'qr'],
} satisfies PageHandle

/** What an app is set up with: shown with this answer, and again beside a code that was wrong. */
type SetUp = { factor: string; uri: string; secret: string }

const sentences = {
  wrong_code: 'That code is wrong. Enter the one the app shows now.',
  too_many_tries: 'Too many tries. Wait 15 minutes, then try again.',
  factor_not_found: 'This took longer than five minutes. Start again.',
  factor_type_disabled: 'Authenticator apps are turned off at the moment.',
  challenge_expired: 'This took longer than five minutes. Start again.',
  challenge_not_yours: 'This took too long. Start again.',
  challenge_not_found: 'This took too long. Start again.',
  sms_too_soon: 'Wait a minute, then try again.',
  name_taken: 'You already have an app with this name. Remove first.',
  too_many_factors: 'You’ve reached the limit for second steps. Remove one first.',
  insufficient_aal: 'Sign in again with your second step first.',
  phone_taken: 'You already have this second step.',
}

/** There is nothing to see before it is begun; a post shows what it began. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { app } = await requireOwnAccount(context)
  if (app.request.method === 'GET') throw redirect(paths.accountPart('two-step'), 303)
  return { rules: fieldRules(appCodeForm) }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const own = await requireOwnAccount(context)
  const ctx = identityContext(own.app)
  const submission = await parseForm(request, appCodeForm)
  if (Object.keys(submission.payload).length === 0) return begin(own)
  if (submission.status !== 'success') return invalid(submission)
  const { factor: factorId, code } = submission.value
  const result = await challengeAndVerify(
    ctx,
    own.holder,
    { factorId, code },
    { withoutMetadata: true },
  )
  if (!result.ok)
    return refused(submission, {
      fields: { code: [sentences[result.reason]] },
      code: result.reason,
    })
  return factorAdded(own.app, result.value)
}

/** A try that was begun and left gives way to this one. */
async function begin({ app, holder }: OwnAccount) {
  const ctx = identityContext(app)
  const { factors } = holder.parts
  for (const { id } of factors.filter(
    (one) => one.factorType === 'totp' && one.status === 'unverified',
  )) {
    await removeFactor(ctx, holder, id)
  }
  const names = new Set(
    factors.filter(({ status }) => status === 'verified').map(({ friendlyName }) => friendlyName),
  )
  let friendlyName = 'Authenticator app'
  for (let n = 2; names.has(friendlyName); n += 1) friendlyName = `Authenticator app ${n}`
  const result = await enrolTotp(ctx, holder, { friendlyName, issuer: 'Cadence' })
  if (!result.ok)
    throw refusalPage(result.reason, sentences[result.reason], paths.accountPart('two-step'))
  return json({
    factor: result.factor.id,
    uri: result.totp.uri,
    secret: result.totp.secret,
  } satisfies SetUp)
}

export default function AuthenticatorApp() {
  const answer = useActionData<typeof action>() as PageFormAnswer | SetUp | ShownCodes | undefined
  const two = { name: 'Two-step sign-in', path: paths.accountPart('two-step') }
  if (answer && 'codes' in answer) {
    return (
      <AccountPage back={two}>
        <RecoveryCodes codes={answer.codes} title="Two-step sign-in is on" />
      </AccountPage>
    )
  }
  const again = answer && 'result' in answer ? answer : undefined
  const held = (again?.result as { initialValue?: SetUp } | undefined)?.initialValue
  const setUp = answer && 'uri' in answer ? answer : held
  return <AccountPage back={two}>{setUp && <AppForm answer={again} setUp={setUp} />}</AccountPage>
}

function AppForm({ answer, setUp }: { answer: PageFormAnswer | undefined; setUp: SetUp }) {
  const { rules } = useLoaderData<typeof loader>()
  const { factor, uri, secret } = setUp
  const form = usePageForm<z.input<typeof appCodeForm>>('app', answer, { rules })
  return (
    <Form
      of={form}
      names={['code']}
      title="Set up your app"
      intro={
        <p>
          Scan the picture with your authenticator app. If it can’t scan, type in the secret below.
        </p>
      }
    >
      <QrPicture uri={uri} alt="For your authenticator app: the same as the secret written below" />
      <p className="soft">
        Secret: <span className="typed">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</span>
      </p>
      <HiddenFields values={{ factor, uri, secret }} />
      <SixDigitsField
        field={form.fields.code}
        label="The code it shows"
        hint="Six digits, within five minutes"
      />
      <SubmitButton>Turn on</SubmitButton>
    </Form>
  )
}
