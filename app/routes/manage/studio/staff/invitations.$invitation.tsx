import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { findOpenInvitation } from '#app/domain/studios/invitation-queries.server.ts'
import { resendInvitation, withdrawInvitation } from '#app/domain/studios/invite-person.server.ts'
import { invitationActForm } from '#app/domain/studios/staff-fields.ts'
import { invitationWords } from '#app/domain/studios/staff-words.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { type FormAnswer, invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { invitingContext } from '#app/http/inviting-context.server.ts'
import { paths } from '#app/paths.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { useLiveForm } from '#app/ui/form/live-form.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { formatsAt } from '#app/values/formats.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('An invitation', { matches })

/**
 * Anyone who keeps the books sees invitations of members; those to a role are the owner's and the
 * managers'.
 */
async function invitationOf({ context, params }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'people:write')
  const inviting = invitingContext(app, ctx)
  const invitation = await findOpenInvitation(inviting, params.invitation ?? '')
  if (!invitation || (invitation.role !== 'member' && viewer.role === 'front_desk'))
    throw notFound()
  const back =
    invitation.personId && invitation.role === 'member'
      ? paths.managePerson(ctx.studio, invitation.personId)
      : paths.manageStaff(ctx.studio)
  return { app, ctx, inviting, invitation, back }
}

export async function loader(args: LoaderFunctionArgs) {
  const { ctx, invitation, back } = await invitationOf(args)
  const formats = formatsAt(ctx.studio, ctx.now)
  return {
    rules: fieldRules(invitationActForm),
    back,
    invitation: invitationWords(invitation, formats),
  }
}

const refusals = {
  mail_too_soon: 'It was sent less than a minute ago. Wait a moment, then send it again.',
  not_found: 'Only an owner can do this.',
} as const

export async function action(args: ActionFunctionArgs) {
  const { app, inviting, invitation, back } = await invitationOf(args)
  const submission = await parseForm(args.request, invitationActForm)
  if (submission.status !== 'success') return invalid(submission)
  if (submission.value.act === 'withdraw') {
    const done = await withdrawInvitation(inviting, invitation.id)
    if (!done) return refused(submission, { code: 'role_not_yours', form: [refusals.not_found] })
    return redirectWithFlash(app, back, 'Invitation withdrawn. Its link no longer works.')
  }
  const result = await resendInvitation(inviting, invitation.id)
  if (!result.ok) {
    const code = result.reason === 'not_found' ? 'role_not_yours' : result.reason
    return refused(submission, { code, form: [refusals[result.reason]] })
  }
  deliverSoon(app, app.directory)
  return redirectWithFlash(app, back, `Invitation sent again to ${invitation.email}.`)
}

export default function InvitationPage() {
  const { rules, back, invitation } = useLoaderData<typeof loader>()
  const form = useLiveForm('invitation', ['act'], { answer: useActionData<FormAnswer>(), rules })
  return (
    <>
      <BackLink to={back}>Back</BackLink>
      <ErrorSummary id="invitation" errors={form.answered} refusal={form.refusal} />
      <PageHead title={`Invitation of ${invitation.name || invitation.email}`} />
      <dl className="facts">
        <dt>To</dt>
        <dd>{invitation.email}</dd>
        <dt>As</dt>
        <dd>{invitation.role}</dd>
        <dt>Sent</dt>
        <dd>{invitation.sent}</dd>
        <dt>Works</dt>
        <dd>{invitation.until}</dd>
      </dl>
      <p className="muted more">Sending it again makes a new link. The old one stops working.</p>
      <Form id="invitation" method="post" className="form-end">
        <button type="submit" className="button primary" name="act" value="resend">
          Send again
        </button>
        <button type="submit" className="button" name="act" value="withdraw">
          Withdraw invitation
        </button>
      </Form>
    </>
  )
}
