import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { findPerson } from '#app/domain/people/find-person.server.ts'
import { findOpenInvitationOf } from '#app/domain/studios/invitation-queries.server.ts'
import { invitePerson } from '#app/domain/studios/invite-person.server.ts'
import { inviteMemberForm } from '#app/domain/studios/staff-fields.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { type FormAnswer, invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { invitingContext } from '#app/http/inviting-context.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Invite to sign in', { matches })

/** Someone on the books without an account of their own; anyone who has one needs no invitation. */
async function personOf({ context, params }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'people:write')
  const person = await findPerson(ctx, params.person ?? '')
  if (!person || person.archivedAt !== null) throw notFound()
  if (person.hasAccount === 1) throw redirect(paths.managePerson(ctx.studio, person.id), 303)
  return { app, ctx, person, inviting: invitingContext(app, ctx) }
}

export async function loader(args: LoaderFunctionArgs) {
  const { ctx, person, inviting } = await personOf(args)
  const open = person.email ? await findOpenInvitationOf(inviting, person.email) : null
  // An invitation that waits is sent again or withdrawn on its own page.
  if (open && open.personId === person.id && !open.expired)
    throw redirect(paths.manageInvitation(ctx.studio, open.id), 303)
  return {
    rules: fieldRules(inviteMemberForm),
    studio: { slug: ctx.studio.slug, name: ctx.studio.name },
    person: { id: person.id, name: person.name, email: person.email },
    key: newId(),
  }
}

const refusals = {
  role_not_yours: 'Your role doesn’t allow this. Ask an owner or a manager.',
  already_invited: 'This address already has an open invitation.',
  already_here:
    'Someone already signs in here with this address. Give this person an address of their own.',
  too_many_invitations: 'Your studio has sent too many invitations. Wait an hour, then try again.',
} as const

export async function action(args: ActionFunctionArgs) {
  const { app, ctx, person, inviting } = await personOf(args)
  const submission = await parseForm(args.request, inviteMemberForm)
  if (submission.status !== 'success') return invalid(submission)
  const { id: personId, name, email } = person
  if (!email)
    return refused(submission, { code: 'no_address', form: ['Add an email address first.'] })
  const { key } = submission.value
  const result = await invitePerson(inviting, { key, email, name, personId, role: 'member' })
  if (!result.ok)
    return refused(submission, { code: result.reason, form: [refusals[result.reason]] })
  deliverSoon(app, app.directory)
  return redirectWithFlash(
    app,
    paths.managePerson(ctx.studio, personId),
    `Invitation sent to ${email}.`,
  )
}

export default function InviteMember() {
  const { rules, studio, person, key } = useLoaderData<typeof loader>()
  const form = useLiveForm('invite', ['key'], { answer: useActionData<FormAnswer>(), rules })
  const profile = paths.managePerson(studio, person.id)
  return (
    <>
      <BackLink to={profile}>{person.name}</BackLink>
      <PageHead
        title={`Invite ${person.name} to sign in`}
        intro={
          'They can then book for themselves and see what they have left. Everything you have ' +
          'on them stays.'
        }
      />
      {person.email ? (
        <LiveFormBody of={form}>
          <HiddenFields values={{ key }} />
          <dl className="facts">
            <dt>Email to</dt>
            <dd>{person.email}</dd>
            <dt>The link</dt>
            <dd>works once, for seven days, and only for this address</dd>
          </dl>
          <FormEnd sending="Sending…" cancel={profile}>
            Send invitation
          </FormEnd>
        </LiveFormBody>
      ) : (
        <Empty
          icon="person"
          title="No address yet"
          text="We send invitations by email. Add their address first."
        >
          <Link className="button primary" to={paths.managePersonAct(studio, person.id, 'edit')}>
            Change details
          </Link>
        </Empty>
      )}
    </>
  )
}
