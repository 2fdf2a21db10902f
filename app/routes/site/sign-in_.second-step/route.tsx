import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { Factor } from '#app/domain/identity/accounts/account-queries.server.ts'
import { challengeFactor } from '#app/domain/identity/factors/challenge-factor.server.ts'
import { spendRecoveryCode } from '#app/domain/identity/factors/recovery-codes.server.ts'
import {
  recoveryCodeForm,
  secondStepForm,
} from '#app/domain/identity/factors/second-step-fields.ts'
import {
  challengeAndVerify,
  verifyFactor,
} from '#app/domain/identity/factors/verify-factor.server.ts'
import type { IssuedSession } from '#app/domain/identity/sessions/sessions.server.ts'
import { pathAfterSignIn, pathOfVisitor, returnTarget } from '#app/http/after-sign-in.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { keepDevice } from '#app/http/known-device.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import type { RequestContext } from '#app/http/request-context.server.ts'
import { keepSession } from '#app/http/session-cookies.server.ts'
import { findHolder } from '#app/http/session-holder.server.ts'
import { paths } from '#app/paths.ts'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { EntryPage } from '#app/ui/layout/entry-page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { count } from '#app/values/wording.ts'
import { CodeForm, RecoveryForm } from './second-step-forms.tsx'

export const meta: MetaFunction = (args) => pageTitle('The second step', args)

export const handle = { styles: ['form', 'entry'] } satisfies PageHandle

const sentences = {
  wrong_code: 'That code is wrong or has been used. Wait for the next one.',
  too_many_tries: 'Too many tries. Wait 15 minutes, then try again.',
  challenge_expired: 'That code has expired. Ask for a new one.',
  challenge_not_yours: 'That code has been used. Ask for a new one.',
  challenge_not_found: 'That code has expired. Ask for a new one.',
  factor_not_found: 'This second step has been removed. Sign in again.',
  factor_type_disabled: 'This second step is turned off at the moment. Choose another one.',
  sms_too_soon: 'A code is on its way. Wait a minute before you ask for another one.',
}

/** Who has taken the first step, and the factors that may follow it; who needs none is led on. */
async function waitingOf({ context: { app } }: LoaderFunctionArgs) {
  const { secondStep, studio } = await app.loadVisitor()
  if (!secondStep)
    throw redirect((await pathOfVisitor(app)) ?? paths.signIn({ studio: studio?.slug }), 303)
  const holder = await findHolder(app, secondStep)
  if (!holder) throw redirect(paths.signIn({ studio: studio?.slug }), 303)
  const factors = holder.parts.factors.filter(({ status }) => status === 'verified')
  const first = factors.find(({ factorType }) => factorType === 'totp') ?? factors[0]
  const chosen = app.url.searchParams.get('with')
  return {
    app,
    secondStep,
    holder,
    factors,
    chosen: factors.find(({ id }) => id === chosen) ?? first,
    recovery: chosen === 'recovery',
  }
}

export async function loader(args: LoaderFunctionArgs) {
  const { app, factors, chosen, recovery } = await waitingOf(args)
  const { next, studio } = await returnTarget(app)
  return {
    studio: studio && { slug: studio.slug, name: studio.name },
    target: { next: next ?? undefined, studio: studio?.slug },
    recovery,
    rules: fieldRules(recovery ? recoveryCodeForm : secondStepForm),
    challenge: app.url.searchParams.get('challenge'),
    chosen: chosen ? factorWords(chosen) : null,
    others: factors.filter(({ id }) => recovery || id !== chosen?.id).map(factorWords),
    devTools: app.devTools,
  }
}

const factorWords = ({ id, factorType, friendlyName, phone }: Factor) => ({
  id,
  phone: factorType === 'phone' ? `number that ends in ${phone?.slice(-3) ?? ''}` : null,
  name:
    friendlyName && friendlyName !== 'Authenticator app'
      ? `the app “${friendlyName}”`
      : 'your authenticator app',
})

export async function action(args: ActionFunctionArgs) {
  const { app, holder, chosen, recovery } = await waitingOf(args)
  const ctx = identityContext(app)
  if (recovery) {
    const submission = await parseForm(args.request, recoveryCodeForm)
    if (submission.status !== 'success') return invalid(submission)
    const result = await spendRecoveryCode(ctx, holder, submission.value.recovery, {
      withoutMetadata: true,
    })
    if (!result.ok)
      return refused(submission, {
        fields: { recovery: [sentences[result.reason]] },
        code: result.reason,
      })
    return elevated(app, result.value, `You have ${count(result.codesLeft, 'recovery code')} left.`)
  }
  if (app.url.searchParams.get('send') === '1') return sendCode(app, chosen)

  const submission = await parseForm(args.request, secondStepForm)
  if (submission.status !== 'success') return invalid(submission)
  const { factor: factorId, challenge, code } = submission.value
  const result = challenge
    ? await verifyFactor(
        ctx,
        holder,
        { factorId, challengeId: challenge, code },
        { withoutMetadata: true },
      )
    : await challengeAndVerify(ctx, holder, { factorId, code }, { withoutMetadata: true })
  if (!result.ok)
    return refused(submission, {
      fields: { code: [sentences[result.reason]] },
      code: result.reason,
    })
  return elevated(app, result.value)
}

async function sendCode(app: RequestContext, factor: Factor | undefined) {
  const { secondStep } = await app.loadVisitor()
  const { next, studio } = await returnTarget(app)
  const target = { next: next ?? undefined, studio: studio?.slug, with: factor?.id }
  if (!secondStep || !factor) throw redirect(paths.secondStep(target), 303)
  const result = await challengeFactor(identityContext(app), {
    userId: secondStep.userId,
    factorId: factor.id,
  })
  if (!result.ok)
    throw refusalPage(result.reason, sentences[result.reason], paths.secondStep(target))
  deliverSoon(app, app.directory)
  return redirect(paths.secondStep({ ...target, challenge: result.challenge.id }), 303)
}

async function elevated(
  app: RequestContext,
  value: IssuedSession,
  message?: string,
): Promise<Response> {
  keepSession(app, value)
  keepDevice(app, value.account)
  const { secondStep } = await app.loadVisitor()
  const kind = secondStep?.setupComplete ? 'setup_complete' : 'setup_not_complete'
  const path = await pathAfterSignIn(app, { kind, studio: null })
  return message ? redirectWithFlash(app, path, message) : redirect(path, 303)
}

export default function SecondStep() {
  const { studio, target, recovery, rules, challenge, chosen, others, devTools } =
    useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as PageFormAnswer | undefined
  const asksToSend = !recovery && chosen?.phone && !challenge
  const sendPath = `${paths.secondStep({ ...target, with: chosen?.id })}&send=1`
  return (
    <EntryPage studio={studio}>
      {recovery && <RecoveryForm {...{ answer, rules }} />}
      {asksToSend && (
        <>
          <h1>One more step</h1>
          <p>We send a code to your {chosen.phone}.</p>
          <form method="post" action={sendPath}>
            <SubmitButton>Text me a code</SubmitButton>
          </form>
        </>
      )}
      {!recovery && !asksToSend && chosen && (
        <CodeForm {...{ answer, rules, chosen, challenge, devTools }} />
      )}
      <ul className="stack soft">
        {others.map(({ id, name, phone }) => (
          <li key={id}>
            <a href={paths.secondStep({ ...target, with: id })}>
              {phone ? `Use your ${phone}` : `Use ${name}`}
            </a>
          </li>
        ))}
        {!recovery && (
          <li>
            <a href={paths.secondStep({ ...target, with: 'recovery' })}>Use a recovery code</a>
          </li>
        )}
      </ul>
      <form method="post" action={paths.signOut({ studio: studio?.slug })}>
        <SubmitButton plain>Sign out</SubmitButton>
      </form>
    </EntryPage>
  )
}
