import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { isStaff } from '#app/domain/scope/permissions.ts'
import { roleNames } from '#app/domain/scope/role-names.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import {
  acceptInvitation,
  openInvitedAccount,
  refusalOf,
} from '#app/domain/studios/accept-invitation.server.ts'
import { findMailedInvitation } from '#app/domain/studios/invitation-queries.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { keepDevice } from '#app/http/known-device.server.ts'
import type { RequestContext } from '#app/http/request-context.server.ts'
import { keepSession } from '#app/http/session-cookies.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { EntryPage } from '#app/ui/layout/entry-page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { AcceptForm, acceptSchema } from './accept-form.tsx'
import { acceptingContext } from './accepting-context.server.ts'
import { NewAccountForm, newAccountSchema } from './new-account-form.tsx'
import { invitationSentences } from './sentences.ts'

export const meta: MetaFunction = (args) => pageTitle('Your invitation', args)

export const handle = { styles: ['form', 'entry'] } satisfies PageHandle

const tokenOf = (app: RequestContext) => app.url.searchParams.get('token') ?? ''

/** Looking at a mailed link burns nothing: a mail scanner opens it too. */
export async function loader({ context: { app } }: LoaderFunctionArgs) {
  const token = tokenOf(app)
  const { visitor } = await app.loadVisitor()
  const invitation = await findMailedInvitation(app, token)
  const studio = invitation && { slug: invitation.studio.slug, name: invitation.studio.name }
  const refusal = refusalOf(invitation)
  if (!invitation || !studio || refusal) {
    const mine = refusal === 'invitation_used' && invitation?.acceptedBy === visitor?.userId
    const message = mine ? ('invitation_yours' as const) : (refusal ?? 'invitation_unknown')
    return { kind: 'refused' as const, studio, refusal: message }
  }
  const { email, name, role, invitedBy, account } = invitation
  const offer = { email, role: isStaff(role) ? roleNames[role] : null, invitedBy }
  if (visitor) {
    if (visitor.email !== email)
      return { kind: 'wrong_account' as const, studio, offer, token, visitor: visitor.email }
    return {
      kind: 'accept' as const,
      studio,
      offer,
      name: visitor.setupComplete ? null : visitor.name || name,
    }
  }
  if (account?.confirmed) return { kind: 'sign_in' as const, studio, offer, token }
  const { passwordMinLength } = acceptingContext(app, '').configuration
  const rules = fieldRules(newAccountSchema(passwordMinLength))
  return { kind: 'new' as const, studio, offer, name, passwordMinLength, rules }
}

export async function action(args: ActionFunctionArgs) {
  const { visitor } = await args.context.app.loadVisitor()
  return visitor ? accept(args) : openAccount(args)
}

async function accept({ request, context: { app } }: ActionFunctionArgs) {
  const { now, visitor } = await app.loadVisitor()
  if (!visitor) throw redirect(paths.signIn({ next: paths.invitation(tokenOf(app)) }), 303)
  const ctx = acceptingContext(app, now)
  const submission = await parseForm(request, acceptSchema)
  if (submission.status !== 'success') return invalid(submission)
  const account = {
    userId: visitor.userId,
    name: visitor.name || visitor.email,
    email: visitor.email,
  }
  const result = await acceptInvitation(ctx, { token: tokenOf(app), account })
  if (!result.ok)
    return refused(submission, { form: [invitationSentences[result.reason]], code: result.reason })
  return entered(app, result.studio, visitor.setupComplete, isStaff(result.role))
}

async function openAccount({ request, context: { app } }: ActionFunctionArgs) {
  const { now } = await app.loadVisitor()
  const ctx = acceptingContext(app, now)
  const submission = await parseForm(request, newAccountSchema(ctx.configuration.passwordMinLength))
  if (submission.status !== 'success') return invalid(submission)
  const { name, password } = submission.value
  const result = await openInvitedAccount(
    ctx,
    { token: tokenOf(app), name, password },
    { withoutMetadata: true },
  )
  if (!result.ok)
    return refused(submission, { form: [invitationSentences[result.reason]], code: result.reason })
  keepSession(app, result.value)
  keepDevice(app, result.value.account)
  return entered(app, result.studio, true, isStaff(result.role))
}

function entered(
  app: RequestContext,
  studio: Studio,
  setupComplete: boolean,
  staff: boolean,
): Response {
  const next = staff ? paths.manage(studio) : paths.home(studio)
  const path = setupComplete ? next : paths.setup({ next, studio: studio.slug })
  return redirectWithFlash(app, path, `Welcome to ${studio.name}.`)
}

export default function Invitation() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as PageFormAnswer | undefined
  return (
    <EntryPage studio={data.studio}>
      {data.kind === 'refused' && <Refused refusal={data.refusal} studio={data.studio} />}
      {data.kind === 'new' && <NewAccountForm answer={answer} {...data} />}
      {data.kind === 'accept' && <AcceptForm answer={answer} {...data} />}
      {data.kind === 'sign_in' && (
        <>
          <h1>
            {data.offer.role
              ? `Work with ${data.studio.name}`
              : `Your place at ${data.studio.name}`}
          </h1>
          <p>
            There’s already an account for {data.offer.email}. Sign in with it, then accept here.
            One account works for every studio.
          </p>
          <a
            className="button primary big wide"
            href={paths.signIn({
              next: paths.invitation(data.token, data.studio.slug),
              studio: data.studio.slug,
            })}
          >
            Sign in and continue
          </a>
        </>
      )}
      {data.kind === 'wrong_account' && (
        <>
          <div className="errors" role="alert">
            <p data-refusal="wrong_account">{invitationSentences.wrong_account}</p>
          </div>
          <h1>Another account is signed in</h1>
          <p>
            This invitation is for {data.offer.email}. You are signed in as {data.visitor}.
          </p>
          <form
            method="post"
            action={paths.signOut({ next: paths.invitation(data.token, data.studio.slug) })}
          >
            <button type="submit" className="button primary big wide">
              Sign out and continue
            </button>
          </form>
        </>
      )}
    </EntryPage>
  )
}

/** An invitation that can't be accepted any more: why, and the one thing to do. */
function Refused({
  refusal,
  studio,
}: {
  refusal: keyof typeof invitationSentences
  studio: { slug: string; name: string } | null
}) {
  const used = refusal === 'invitation_used' || refusal === 'invitation_yours'
  return (
    <>
      <div className="errors" role="alert">
        <p data-refusal={refusal}>{invitationSentences[refusal]}</p>
      </div>
      <h1>{refusal === 'invitation_yours' ? 'You have accepted' : 'This invitation is over'}</h1>
      {studio && used ? (
        <a className="button primary big wide" href={paths.studio(studio)}>
          {refusal === 'invitation_yours' ? `Go to ${studio.name}` : 'Sign in'}
        </a>
      ) : (
        <p>
          Ask {studio?.name ?? 'the studio'} to send it again.{' '}
          <a href={paths.landing()}>Find your studio</a>
        </p>
      )}
    </>
  )
}
